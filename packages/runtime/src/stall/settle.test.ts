import { sha256Hex } from "@proofloop/foundation/text"
import { describe, expect, it } from "vitest"
import type { ToolCall, ToolResult } from "../protocol/tool.ts"
import { createDetector, type DetectorOptions, type DetectorStep } from "./detector.ts"
import type { DetectorState } from "./state.ts"

const TOOLS: NonNullable<DetectorOptions["tools"]> = {
  unit: { evidence_role: "verification", check_id: "unit" },
  lint: { evidence_role: "verification", check_id: "lint" },
  apply_fix: { kind: "edit" },
}
const KNOBS = { repair_aware: true, fold: "same_turn", all_results: true } as const

function settled(
  tool_calls: readonly ToolCall[],
  results: readonly ToolResult[],
  stall_diagnostics: DetectorOptions["stall_diagnostics"] = KNOBS,
): DetectorStep {
  const detector = createDetector({ stall_diagnostics, tools: TOOLS })
  return detector.settle(detector.propose(detector.initial_state, { tool_calls }).state, { results })
}

/** The results in the order they are read, each as "output of its result <- file of its call". */
function pairs(tool_calls: readonly ToolCall[], results: readonly ToolResult[]): readonly string[] {
  const { results: read } = settled(tool_calls, results)
  const keys = new Map(tool_calls.map((call, index) => [actionOf(call), index]))
  return read.map(({ call, evidence }) => `${evidence?.snippet} <- ${keys.get(call.action) ?? "none"}`)
}

function actionOf(call: ToolCall): string | undefined {
  const detector = createDetector({ stall_diagnostics: KNOBS })
  return detector.propose(detector.initial_state, { tool_calls: [call] }).state.proposal[0]?.action
}

function fails(error: string, fields: Partial<ToolResult> = {}): ToolResult {
  return { ok: false, error, ...fields }
}

describe("a result is paired with its call", () => {
  const one: ToolCall = { id: "c1", name: "unit", arguments: { file: 1 } }
  const two: ToolCall = { id: "c2", name: "unit", arguments: { file: 2 } }
  const lint: ToolCall = { id: "c3", name: "lint", arguments: { file: 3 } }

  it.each<readonly [string, readonly ToolCall[], readonly ToolResult[], readonly string[]]>([
    [
      "by its place",
      [one, two],
      [fails("a", { tool_name: "unit" }), fails("b", { tool_name: "unit" })],
      ["a <- 0", "b <- 1"],
    ],
    ["by its place when it has no name", [one, two], [fails("a"), fails("b")], ["a <- 0", "b <- 1"]],
    [
      "by its id, and put into the order of the calls",
      [one, two],
      [fails("b", { tool_name: "unit", call_id: "c2" }), fails("a", { tool_name: "unit", call_id: "c1" })],
      ["a <- 0", "b <- 1"],
    ],
    [
      "by its id, whatever its name",
      [one, lint],
      [fails("b", { tool_name: "unit", call_id: "c3" })],
      ["b <- 1"],
    ],
    [
      "by its name when another call stands at its place",
      [one, lint],
      [fails("b", { tool_name: "lint" }), fails("a", { tool_name: "unit" })],
      ["a <- 0", "b <- 1"],
    ],
    [
      "by its name when nobody knows its id",
      [one, lint],
      [fails("b", { tool_name: "lint", call_id: "c9" })],
      ["b <- 1"],
    ],
    [
      "by its name, once for each call",
      [lint, one, two],
      [
        fails("a", { tool_name: "unit" }),
        fails("b", { tool_name: "lint" }),
        fails("c", { tool_name: "unit" }),
      ],
      ["b <- 0", "a <- 1", "c <- 2"],
    ],
    [
      "once by an id that comes twice",
      [one, two],
      [fails("a", { tool_name: "unit", call_id: "c1" }), fails("b", { tool_name: "unit", call_id: "c1" })],
      ["a <- 0", "b <- 1"],
    ],
    [
      "or with none, behind all others",
      [one],
      [fails("b", { tool_name: "lint" }), fails("a", { tool_name: "unit" })],
      ["a <- 0", "b <- none"],
    ],
    [
      "or with none when it has no name and no call is left",
      [one],
      [fails("a"), fails("b")],
      ["a <- 0", "b <- none"],
    ],
  ])("%s", (_how, calls, results, expected) => {
    expect(pairs(calls, results)).toEqual(expected)
  })

  it("without a call it is one of a call without arguments", () => {
    const { results } = settled([], [fails("a", { tool_name: "unit" })])
    expect(results[0]?.call).toMatchObject({
      tool_name: "unit",
      action: actionOf({ name: "unit", arguments: {} }),
    })
  })
})

describe("settle", () => {
  it("keeps the first result of each action for the next turn, at most 64", () => {
    const calls = Array.from({ length: 70 }, (_, file): ToolCall => ({ name: "unit", arguments: { file } }))
    const twice = settled([calls[0] ?? {}, calls[0] ?? {}], [fails("a"), fails("b")])
    expect(twice.state.dispatched?.observations).toHaveLength(1)
    expect(twice.state.dispatched?.observations[0]?.key).toBe(twice.results[0]?.observation.key)
    const many = settled(
      calls,
      calls.map((_, index) => fails(`error ${index}`)),
    )
    const detector = createDetector({ stall_diagnostics: KNOBS, tools: TOOLS })
    expect(detector.propose(detector.initial_state, { tool_calls: calls }).state.proposal).toHaveLength(64)
    expect(many.state.dispatched?.observations.map(({ action }) => action)).toEqual(
      calls.slice(0, 64).map(actionOf),
    )
  })

  it("waits for no call any more", () => {
    expect(settled([{ name: "unit" }], [fails("a")]).state.proposal).toEqual([])
  })

  it("mandates a verification after an edit while one of two checks fails, in whatever order they ran", () => {
    for (const [one, other] of [
      [fails("a"), { ok: true }],
      [{ ok: true }, fails("a")],
    ] as const) {
      const detector = createDetector({ stall_diagnostics: KNOBS, tools: TOOLS })
      const turn = { tool_calls: [{ name: "unit" }, { name: "lint" }], results: [one, other] }
      const { state } = detector.observe(detector.initial_state, turn)
      const edit = { tool_calls: [{ name: "apply_fix" }], results: [{ ok: true }] }
      expect(detector.observe(state, edit).reverify_mandated).toBe(true)
    }
  })

  it.each([
    ["an edit on a live failure", [fails("a"), { ok: true }], {}, true],
    ["an edit with nothing failing", [{ ok: true }, { ok: true }], {}, false],
    ["a failed edit", [fails("a"), fails("b")], {}, false],
    ["the knob off", [fails("a"), { ok: true }], { post_edit_reverify: false }, false],
    ["no failure model", [fails("a"), { ok: true }], { repair_aware: false }, false],
  ])("mandates a verification: %s", (_what, [checked, edited], others, mandated) => {
    const detector = createDetector({ stall_diagnostics: { ...KNOBS, ...others }, tools: TOOLS })
    const check = detector.settle(
      detector.propose(detector.initial_state, { tool_calls: [{ name: "unit" }] }).state,
      {
        results: [checked as ToolResult],
      },
    )
    const edit = detector.settle(
      detector.propose(check.state, { tool_calls: [{ name: "apply_fix" }] }).state,
      {
        results: [edited as ToolResult],
      },
    )
    expect([check.reverify_mandated, edit.reverify_mandated]).toEqual([false, mandated])
  })

  it("speaks once a turn: after a pattern of the proposal those of the results are silent", () => {
    const detector = createDetector({
      stall_diagnostics: {
        ...KNOBS,
        failed_edit: "edit_rejected",
        edit_rejected_after: 2,
        repeat_same_error: 2,
        threshold: 2,
        exempt_tools: [],
      },
      tools: { apply_fix: { kind: "edit", evidence_role: "observation" } },
    })
    const call = { name: "apply_fix", arguments: { path: "a.ts" } }
    const result = {
      tool_name: "apply_fix",
      ok: false,
      error: "no match",
      mutation_status: "not_applied" as const,
    }
    let state = detector.initial_state
    const said: string[][] = []
    for (let turn = 0; turn < 4; turn += 1) {
      const proposed = detector.propose(state, { tool_calls: [call] })
      const after = detector.settle(proposed.state, { results: [result] })
      said.push([...proposed.warnings, ...after.warnings].map(({ pattern }) => pattern))
      state = after.state
      expect(state.turn_warned).toBe(said.at(-1)?.length === 1)
    }
    expect(said).toEqual([[], ["edit_rejected"], ["repeated_error"], ["repeated_error"]])
  })
})

describe("what results prove", () => {
  const tools = { ...TOOLS, shell: { kind: "execute" } } as const
  const INFERS = { ...KNOBS, undeclared_role: "infer" } as const
  const unit: ToolCall = { name: "unit" }
  const fix: ToolCall = { name: "apply_fix" }
  const ran = (command: string): ToolCall => ({ name: "shell", arguments: { command } })
  const tap = (results: readonly string[], failed: number) =>
    [
      "TAP version 13",
      ...results,
      `1..${results.length}`,
      `# tests ${results.length}`,
      `# pass ${results.length - failed}`,
      `# fail ${failed}`,
    ].join("\n")
  const BROKEN = { ok: false, error: tap(["ok 1 - a", "not ok 2 - b"], 1), exit_code: 1 }
  const FINE = { ok: true, output: tap(["ok 1 - a", "ok 2 - b"], 0), exit_code: 0 }

  /** The state after turns, each of calls and the result of each. */
  function after(
    stall_diagnostics: DetectorOptions["stall_diagnostics"],
    ...turns: readonly (readonly (readonly [ToolCall, ToolResult])[])[]
  ): DetectorState {
    const detector = createDetector({ stall_diagnostics, tools })
    return turns.reduce((state, turn) => {
      const proposed = detector.propose(state, { tool_calls: turn.map(([call]) => call) })
      return detector.settle(proposed.state, {
        results: turn.map(([{ name }, result]) => ({ tool_name: name, ...result })),
      }).state
    }, detector.initial_state)
  }
  const standing = ({ slots }: DetectorState) =>
    slots.filter((slot) => slot.standing !== null).map(({ check_id }) => check_id)

  it("is named by the proof: what ran, on which work and what it printed, as far as that is known", () => {
    const bare = { source: "tool_result", turn: 1, write_epoch: 0 }
    // Compared strictly: unknown fields are absent.
    expect(after(false, [[unit, { ok: true, output: "fine" }]]).work.proof).toStrictEqual({
      ...bare,
      check_id: "unit",
      output_sha256: sha256Hex("fine"),
    })
    const detector = createDetector({ stall_diagnostics: INFERS, tools })
    const { state } = detector.propose(detector.initial_state, { tool_calls: [ran("npm test")] })
    const settled = detector.settle(state, { results: [FINE], workspace_sha256: "ab" }).state
    expect(settled.work.proof).toStrictEqual({
      ...bare,
      check_id: "npm-test",
      command: "npm test",
      exit_code: 0,
      output_sha256: sha256Hex(FINE.output),
      tests_run: 2,
      workspace_sha256: "ab",
    })
  })

  it("is nothing after a failure, a weak pass, or a call that may have written", () => {
    expect(after(false, [[unit, { ok: true }]], [[unit, fails("a")]]).work.proof).toBeNull()
    const weak = after(false, [[unit, { ok: true, tests_run: 0 }]])
    expect(weak.work).toMatchObject({ proof: null, weakness: "no test ran" })
    expect(after(false, [[unit, { ok: true }]], [[ran("make"), { ok: true }]]).work.proof).toBeNull()
    expect(after(false, [[unit, { ok: true }]], [[unit, { ok: true }]]).work.effects).toBe(0)
  })

  it("is about one write a turn, whatever else the turn does", () => {
    const turn = [
      [fix, { ok: true }],
      [unit, { ok: true }],
      [fix, { ok: true }],
    ] as const
    expect(after(false, turn).work).toMatchObject({ write_epoch: 1, effects: 2, proof: null })
    expect(after(false, turn, turn).work.write_epoch).toBe(2)
  })

  it("asks for more once a file of the tests that failed was changed", () => {
    const failed = fails("no", { diagnostics: [{ message: "no", test_id: "a.test.ts::one" }] })
    const changes = (path: string) => ({ ok: true, file_hashes: { [path]: "ab" } })
    const state = (path: string) => after(false, [[unit, failed]], [[fix, changes(path)]])
    expect(state("a.test.ts").slots).toMatchObject([{ test_file_changed: true }])
    expect(state("b.test.ts").slots).toMatchObject([{ test_file_changed: false }])
  })

  it("is nothing of an unknown command's report, which stands against nothing", () => {
    const failed = after(INFERS, [[ran("./thing.sh"), BROKEN]])
    expect(failed.slots).toMatchObject([{ check_id: "./thing.sh", tests_run: 2, standing: null }])
    const passed = after(INFERS, [[ran("./thing.sh"), BROKEN]], [[ran("./thing.sh"), FINE]])
    expect(passed.slots).toMatchObject([{ check_id: "./thing.sh", tests_run: null }])
    expect(passed.work.proof).toBeNull()
    const weak = { ...FINE, output: tap(["ok 1 - a"], 0) }
    const less = after(
      { ...INFERS, weak_pass: "keep" },
      [[ran("./thing.sh"), BROKEN]],
      [[ran("./thing.sh"), weak]],
    )
    expect(less.work.weakness).toBe("")
    expect(less.slots).toMatchObject([{ check_id: "./thing.sh", tests_run: 2 }])
  })

  it("leaves a failure that stands to the check itself", () => {
    const detector = createDetector({ stall_diagnostics: INFERS, tools })
    const origin = { check_id: "./thing.sh" }
    const failed = detector.verdict(detector.initial_state, { status: "fail", evidence: "no" }, origin)
    const proposed = detector.propose(failed.state, { tool_calls: [ran("./thing.sh")] })
    const settled = detector.settle(proposed.state, { results: [FINE] }).state
    expect(standing(settled)).toEqual(["./thing.sh"])
  })

  it.each([
    ["the failure model", KNOBS, ["default"]],
    ["no failure model", { ...KNOBS, repair_aware: false }, []],
    ["the detector off", { ...KNOBS, enabled: false }, []],
    ["nothing at all", false, []],
  ])("with %s, a tool without a role is a check or none", (_what, knobs, checks) => {
    const { slots } = after(knobs, [[{ name: "anything" }, fails("a")]])
    expect(slots.map(({ check_id }) => check_id)).toEqual(checks)
    expect(slots.filter((slot) => slot.standing !== null)).toEqual([])
  })

  it("mandates nothing, and keeps no proposal, with the detector off", () => {
    const detector = createDetector({ tools })
    const step = detector.settle(detector.initial_state, { results: [{ ok: true, tool_name: "unit" }] })
    expect(step).toMatchObject({ reverify_mandated: false, results: [{ ok: true }] })
    expect(step.state.dispatched).toBeNull()
  })
})
