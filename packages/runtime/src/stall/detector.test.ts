import { describe, expect, it } from "vitest"
import type { OutputParser } from "../evidence/parsers/parser.ts"
import { createDetector, type DetectorOptions, type Turn } from "./detector.ts"

const SAME_TURN = { repair_aware: true, fold: "same_turn" } as const
const TOOLS: NonNullable<DetectorOptions["tools"]> = {
  run_test: { evidence_role: "verification" },
  apply_fix: { kind: "edit" },
}

const own: OutputParser = { name: "own", recognises: () => true, parse: () => null }

function failing(error: string): Turn {
  return {
    tool_calls: [{ name: "run_test", arguments: {} }],
    results: [{ tool_name: "run_test", ok: false, error }],
  }
}

describe("createDetector", () => {
  it.each<readonly [unknown, string, string]>([
    [null, "createDetector", "expected a record of options, got null."],
    ["on", "createDetector", "expected a record of options"],
    [[], "createDetector", "expected a record of options, got a list of 0."],
    [
      { stall_diagnostic: true },
      "createDetector",
      'expected a known option, got the string "stall_diagnostic". Did you mean "stall_diagnostics"?',
    ],
    [{ repair_aware: true }, "createDetector", 'Did you mean "stall_diagnostics.repair_aware"?'],
    [{ repair_awre: true }, "createDetector", 'Did you mean "stall_diagnostics.repair_aware"?'],
    [
      { unheard_of: 1 },
      "createDetector",
      'expected one of the options stall_diagnostics, tools, workspace_root, checks, declared_dependencies, accepted_removals, parsers, got the string "unheard_of".',
    ],
    [{ tool: {} }, "createDetector", 'Did you mean "tools"?'],
    [{ parser: [] }, "createDetector", 'Did you mean "parsers"?'],
    [{ check: [] }, "createDetector", 'Did you mean "checks"?'],
    [{ workspace_rot: "/" }, "createDetector", 'Did you mean "workspace_root"?'],
    [{ checks: "npm test" }, "createDetector.checks", "expected a list of commands"],
    [{ checks: ["npm test", 5] }, "createDetector.checks", "expected a list of commands"],
    [
      { declared_dependencies: ["zod", 5] },
      "createDetector.declared_dependencies",
      "a list of package names",
    ],
    [{ accepted_removals: "a" }, "createDetector.accepted_removals", "expected a list of ids of tests"],
    [{ accepted_removals: ["a", 5] }, "createDetector.accepted_removals", "expected a list of ids of tests"],
    [{ parsers: {} }, "createDetector.parsers", "expected a list of parsers"],
    [{ parsers: [null] }, "createDetector.parsers[0]", "expected a name, recognises(), parse()"],
    [{ parsers: [own, { ...own, name: 5 }] }, "createDetector.parsers[1]", "got an object"],
    [{ parsers: [{ ...own, parse: "no" }] }, "createDetector.parsers[0]", "got an object"],
    [{ parsers: [{ ...own, recognises: null }] }, "createDetector.parsers[0]", "got an object"],
    [{ parsers: [{ ...own, marks: "own" }] }, "createDetector.parsers[0]", "marks as texts"],
    [{ parsers: [{ ...own, marks: [5] }] }, "createDetector.parsers[0]", "marks as texts"],
    [{ parsers: [{ ...own, commands: "own" }] }, "createDetector.parsers[0]", "commands as a RegExp"],
    [{ tools: "none" }, "createDetector.tools", "expected annotations by tool name"],
    [{ tools: null }, "createDetector.tools", "expected annotations by tool name"],
    [{ tools: { a: { kind: "writes" } } }, "createDetector.tools.a.kind", 'Did you mean "write"?'],
    [{ workspace_root: 5 }, "createDetector.workspace_root", "expected a path"],
    [{ stall_diagnostics: 5 }, "stall_diagnostics", "expected a record, a boolean or null"],
  ])("refuses %j: %s", (options, option, words) => {
    const create = () => createDetector(options as DetectorOptions)
    expect(create).toThrow(expect.objectContaining({ code: "invalid_option", option }))
    expect(create).toThrow(words)
  })

  it("takes options that are there but undefined", () => {
    const options = { checks: undefined, parsers: undefined, tools: undefined, workspace_root: undefined }
    expect(createDetector(options).config.enabled).toBe(false)
    expect(createDetector().config.enabled).toBe(false)
  })

  it("asks the host's parsers before its own", () => {
    const parser: OutputParser = {
      name: "ours",
      recognises: (text) => text.includes("KAPUTT"),
      parse: () => ({
        diagnostics: [{ kind: "test", message: "kaputt", test_id: "t1" }],
        tests_run: 7,
        ran_test_ids: null,
      }),
    }
    const detector = createDetector({ stall_diagnostics: SAME_TURN, tools: TOOLS, parsers: [parser] })
    const ours = detector.observe(detector.initial_state, failing("KAPUTT"))
    expect(ours.current_failure).toMatchObject({ snippet: "t1: kaputt", kind: "test" })
    expect(ours.state.slots[0]).toMatchObject({ tests_run: 7 })
    const node = detector.observe(
      detector.initial_state,
      failing("TAP version 13\nnot ok 1 - adds\n1..1\n# tests 1\n# pass 0\n# fail 1"),
    )
    expect(node.current_failure).toMatchObject({ snippet: "adds: failed" })
  })

  it("knows a check by a command the host lists, however it is spaced", () => {
    const detector = createDetector({
      stall_diagnostics: { ...SAME_TURN, undeclared_role: "infer" },
      checks: [" ./judge  it "],
    })
    const step = detector.observe(detector.initial_state, {
      tool_calls: [{ name: "shell", arguments: { command: "./judge it 2>&1" } }],
      results: [{ tool_name: "shell", ok: false, error: "boom" }],
    })
    expect(step.current_failure).toMatchObject({ check_id: "./judge it" })
  })
})

describe("a detector that is off", () => {
  const detector = createDetector({ tools: TOOLS })
  const { initial_state } = detector

  it("says nothing and folds nothing, but keeps what the results prove", () => {
    const proposed = detector.propose(initial_state, failing("boom"))
    expect(proposed).toEqual({
      state: { ...initial_state, turn: 1 },
      warnings: [],
      hard_stop: false,
      reverify_mandated: false,
      results: [],
    })
    const settled = detector.settle(initial_state, failing("boom"))
    expect({ ...settled.state, slots: [] }).toEqual(initial_state)
    expect(settled.state.slots).toMatchObject([{ class: "", standing: { write_epoch: 0, effects: 0 } }])
    expect(settled).toMatchObject({ warnings: [], hard_stop: false, reverify_mandated: false })
    expect(settled.results).toMatchObject([
      { ok: false, role: "verification", evidence: { snippet: "boom" } },
    ])
    const judged = detector.verdict(initial_state, { status: "fail", evidence: "boom" })
    expect(judged.state.slots).toMatchObject([{ class: "", standing: { write_epoch: 0, effects: 0 } }])
    expect(judged.evidence).toMatchObject({ class: "fail", snippet: "boom", origin: "verdict" })
  })
})

describe("the state a step is given", () => {
  const detector = createDetector({ stall_diagnostics: SAME_TURN, tools: TOOLS })

  it("may come back from a file", () => {
    const first = detector.observe(detector.initial_state, failing("boom"))
    const stored = JSON.parse(JSON.stringify(first.state)) as typeof first.state
    expect(detector.observe(stored, failing("boom"))).toEqual(detector.observe(first.state, failing("boom")))
    expect(detector.currentFailure(stored)).toEqual(first.current_failure)
    expect(detector.clear(stored)).toEqual(detector.clear(first.state))
    expect(detector.deniesExtension(stored, false)).toBe(false)
  })

  it.each([null, undefined, 5, {}, { ...detector.initial_state, version: 1 }])(
    "is refused when it is %j",
    (state) => {
      const given = state as typeof detector.initial_state
      const error = expect.objectContaining({ code: "invalid_option" })
      expect(() => detector.propose(given, failing("boom"))).toThrow(error)
      expect(() => detector.settle(given, failing("boom"))).toThrow(error)
      expect(() => detector.verdict(given, { status: "pass" })).toThrow(error)
      expect(() => detector.clear(given)).toThrow(error)
      expect(() => detector.currentFailure(given)).toThrow(error)
      expect(() => detector.deniesExtension(given, false)).toThrow(error)
    },
  )
})

describe("a step", () => {
  const detector = createDetector({ stall_diagnostics: SAME_TURN, tools: TOOLS })

  it("survives a proposal and a settlement that are not there", () => {
    const proposed = detector.propose(detector.initial_state, undefined as never)
    expect(proposed.state).toMatchObject({ turn: 1, no_progress_streak: 0, proposal: [] })
    expect(detector.settle(proposed.state, undefined as never).results).toEqual([])
    const odd = detector.propose(detector.initial_state, { tool_calls: "none" } as never)
    expect(odd.state).toMatchObject({ turn: 1, proposal: [] })
    expect(detector.settle(odd.state, { results: "none" } as never).results).toEqual([])
  })

  it("has no results and mandates nothing unless it settles", () => {
    const proposed = detector.propose(detector.initial_state, failing("boom"))
    expect(proposed).toMatchObject({ results: [], reverify_mandated: false, hard_stop: false })
    expect(proposed).not.toHaveProperty("feedback")
    expect(detector.verdict(proposed.state, { status: "pass" })).toMatchObject({
      results: [],
      reverify_mandated: false,
    })
  })

  it("finds the tool of a result whose call it has not seen", () => {
    const settled = detector.settle(detector.initial_state, failing("boom"))
    expect(settled.results).toMatchObject([
      { role: "verification", call: { tool_name: "run_test", declared: true } },
    ])
  })
})

describe("observe", () => {
  it("needs a fold in the same turn", () => {
    const detector = createDetector({ stall_diagnostics: { repair_aware: true } })
    expect(() => detector.observe(detector.initial_state, failing("boom"))).toThrow(
      'stall_diagnostics.fold: expected "same_turn" for observe(), got the string "previous_turn".',
    )
  })

  it("joins what both halves of the turn have to say", () => {
    const detector = createDetector({
      stall_diagnostics: {
        ...SAME_TURN,
        no_progress_messages: 2,
        turns_since_clean_verify: 2,
        max_feedback: 5,
      },
      tools: TOOLS,
    })
    const turn: Turn = { tool_calls: [], text: "Let me think.", results: [] }
    const first = detector.observe(detector.initial_state, turn)
    expect(first).toMatchObject({ warnings: [], hard_stop: false })
    expect(first).not.toHaveProperty("feedback")
    const second = detector.observe(first.state, turn)
    expect(second.warnings.map(({ pattern }) => pattern)).toEqual([
      "no_progress_monologue",
      "turns_since_clean_verify_floor",
    ])
    const parts = second.feedback?.split("\n\n") ?? []
    expect(parts).toHaveLength(2)
    expect(parts[0]).toContain("no_progress_monologue")
    expect(parts[1]).toMatch(/^2 turns without a pass.*Hard stop/s)
    expect(second.hard_stop).toBe(true)
  })

  it("counts the signals of a turn once", () => {
    const detector = createDetector({
      stall_diagnostics: { ...SAME_TURN, hard_stop_after_trips: 5 },
      tools: TOOLS,
    })
    const turn: Turn = { ...failing("boom"), signals: { action_signal: true, progress_signal: 3 } }
    const { state, warnings } = detector.observe(detector.initial_state, turn)
    expect(warnings).toMatchObject([{ pattern: "flailing_action", count: 1 }])
    expect(state).toMatchObject({ action_flail_trips: 1, verify_state_high: 3 })
  })
})

describe("the nudges of one step", () => {
  it("stand apart by an empty line", () => {
    const detector = createDetector({
      stall_diagnostics: { ...SAME_TURN, all_results: true, stuck_same_diagnostic_after: 2, max_feedback: 5 },
      tools: {
        unit: { evidence_role: "verification", check_id: "unit" },
        lint: { evidence_role: "verification", check_id: "lint" },
      },
    })
    const turn: Turn = {
      tool_calls: [{ name: "unit" }, { name: "lint" }],
      results: [
        { tool_name: "unit", ok: false, error: "one" },
        { tool_name: "lint", ok: false, error: "two" },
      ],
    }
    const second = detector.observe(detector.observe(detector.initial_state, turn).state, turn)
    expect(second.warnings).toHaveLength(2)
    expect(second.feedback?.split("\n\n")).toHaveLength(2)
    expect(second.feedback).toContain("> one")
    expect(second.feedback).toContain("> two")
  })
})

describe("clear", () => {
  it("ends every failure, and leaves a detector without a failure model alone", () => {
    const detector = createDetector({ stall_diagnostics: SAME_TURN, tools: TOOLS })
    const failed = detector.observe(detector.initial_state, failing("boom")).state
    const after = detector.clear(failed)
    expect(after).toMatchObject({
      last_diagnostic_class: "pass",
      last_diagnostic_signature: failed.last_diagnostic_signature,
      same_diagnostic_streak: 0,
      reverify_owed: false,
      last_diagnostic_delta_status: "cleared",
      failing_verify_turns: 0,
      slots: [{ check_id: "default", class: "pass", streak: 0, reverify_owed: false, snippet: "boom" }],
    })
    expect(detector.currentFailure(after)).toBeUndefined()
    const unaware = createDetector({ stall_diagnostics: { repair_aware: false } })
    expect(unaware.clear(unaware.initial_state)).toEqual(unaware.initial_state)
  })
})

describe("a reply without a call", () => {
  const detector = createDetector({
    stall_diagnostics: { ...SAME_TURN, near_duplicate_monologue_after: 2, no_progress_messages: 9 },
  })
  const say = (text: string, others: Partial<Turn> = {}): Turn => ({
    tool_calls: [],
    results: [],
    text,
    ...others,
  })

  it("that is blank is no word", () => {
    expect(detector.observe(detector.initial_state, say(" \n")).state.no_progress_streak).toBe(0)
    expect(detector.observe(detector.initial_state, say("hm")).state.no_progress_streak).toBe(1)
  })

  it("may say the same again when it was asked to", () => {
    const first = detector.observe(detector.initial_state, say("Yes, it is done.")).state
    const patterns = (turn: Turn) => detector.observe(first, turn).warnings.map(({ pattern }) => pattern)
    expect(patterns(say("Yes, it is done."))).toEqual(["near_duplicate_monologue"])
    expect(patterns(say("Yes, it is done.", { solicited: true }))).toEqual([])
  })
})

describe("deniesExtension", () => {
  it("is the business of a detector that is on and keeps a failure model", () => {
    const guard = { no_net_progress_extend_guard: true, no_net_progress_extend_after: 2 }
    const on = createDetector({ stall_diagnostics: { ...SAME_TURN, ...guard }, tools: TOOLS })
    const once = on.observe(on.initial_state, failing("boom")).state
    const stuck = on.observe(once, failing("boom")).state
    expect(on.deniesExtension(once, false)).toBe(false)
    expect(on.deniesExtension(stuck, false)).toBe(true)
    for (const others of [{ enabled: false }, { repair_aware: false }]) {
      const other = createDetector({ stall_diagnostics: { ...SAME_TURN, ...guard, ...others } })
      expect(other.deniesExtension(stuck, false)).toBe(false)
    }
  })
})

it("takes a write of the host's own for one of the work", () => {
  const detector = createDetector()
  const proved = detector.verdict(detector.initial_state, { status: "pass" }).state
  expect(detector.written(proved).work).toMatchObject({ write_epoch: 1, unverified_write: true, proof: null })
})
