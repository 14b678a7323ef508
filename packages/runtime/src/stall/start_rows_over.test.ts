import { describe, expect, it } from "vitest"
import type { StallOptions } from "./config.ts"
import { createDetector, type Turn } from "./detector.ts"
import { memories } from "./patterns.ts"
import { startOver } from "./start_rows_over.ts"
import { type DetectorState, type Draft, INITIAL_STATE } from "./state.ts"

const KNOBS: StallOptions = {
  repair_aware: true,
  fold: "same_turn",
  undeclared_role: "infer",
  no_progress_messages: 3,
  near_duplicate_monologue_after: 3,
  near_duplicate_action_after: 3,
  repeated_action_after: 3,
  repeated_tool_error_after: 3,
  repeat_parse_rejection: 3,
  action_cycle_after: 2,
}
const detector = createDetector({
  stall_diagnostics: KNOBS,
  tools: { read: { kind: "read" }, unit: { evidence_role: "verification" }, fix: { kind: "edit" } },
})

function call(name: string, result: object): Turn {
  return { tool_calls: [{ name, arguments: { path: "a.ts" } }], results: [{ tool_name: name, ...result }] }
}

const look = call("read", { ok: true, output: "same" })
const missing = call("open_page", { ok: false, error: "no such page" })
const WORDS: Turn = { tool_calls: [], results: [], text: "All of it is done, what shall I do next?" }
const GARBLED: Turn = { tool_calls: [], results: [], had_parse_errors: true }
const edit = call("fix", { ok: true, output: "edited" })
const check = call("unit", { ok: false, error: "boom" })

function patterns(turns: readonly Turn[], renewed: boolean): readonly string[] {
  let state = detector.initial_state
  return turns.flatMap((turn) => {
    const step = detector.observe(state, turn)
    state = renewed ? detector.renew(step.state) : step.state
    return step.warnings.map(({ pattern }) => pattern)
  })
}

function after(...turns: readonly Turn[]): DetectorState {
  return turns.reduce((state, turn) => detector.observe(state, turn).state, detector.initial_state)
}

describe("renew", () => {
  it.each<readonly [string, Turn, string]>([
    ["the same look", look, "repeated_action"],
    ["words", WORDS, "no_progress_monologue"],
    ["a tool that fails", missing, "repeated_action"],
    ["replies that cannot be read", GARBLED, "repeated_parse_rejection"],
    ["the same edit", edit, "repeated_action"],
  ])("starts over: %s", (_what, turn, pattern) => {
    expect(patterns([turn, turn, turn], false)).toEqual([pattern])
    expect(patterns([turn, turn, turn, turn, turn, turn], true)).toEqual([])
  })

  it("keeps what is failing", () => {
    expect(patterns([check, check, check], true)).toEqual(["stuck_same_diagnostic"])
    const before = after(check, edit)
    const renewed = detector.renew(before)
    expect(renewed).toMatchObject({ last_diagnostic_class: "fail", reverify_owed: true, write_epoch: 1 })
    expect(detector.currentFailure(renewed)).toEqual(detector.currentFailure(before))
  })

  it("forgets rows and trips in a row, and nothing else", () => {
    const before = after(check, look, look, look, missing, WORDS)
    const { memory, ...state } = detector.renew({ ...before, consecutive_trips: 2 })
    expect(state).toEqual({
      ...without(before),
      last_signature: "",
      streak: 0,
      last_observation_signature: "",
      last_outcome_kind: "",
      same_observation_streak: 0,
      same_error_streak: 0,
      same_success_streak: 0,
      context_window_error_streak: 0,
      no_progress_streak: 0,
      parse_rejection_streak: 0,
      ping_pong_a: "",
      ping_pong_b: "",
      ping_pong_alternations: 0,
      ping_pong_observation_a: "",
      ping_pong_observation_b: "",
      consecutive_trips: 0,
    })
    const { files, ...rows } = memory
    expect(files).toEqual(before.memory["files"])
    for (const row of memories.filter(({ name, over }) => name in rows && over !== null))
      expect(rows[row.name]).toEqual(row.start)
    expect(before.memory).not.toEqual(memory)
    expect(before.warnings).toHaveLength(1)
  })

  it("changes no state that it is given, and none with the detector off", () => {
    const before = after(look, look)
    const copy = structuredClone(before)
    expect(detector.renew(before)).not.toEqual(before)
    expect(before).toEqual(copy)
    expect(createDetector().renew(before)).toEqual(before)
    expect(detector.renew(JSON.parse(JSON.stringify(before)))).toEqual(detector.renew(before))
  })
})

describe("what patterns remember until an event", () => {
  const memory = {
    files: [{ path: "a.ts", hashes: ["1"], returns: 1 }],
    edit_rejected: { key: "a", count: 1 },
    looking: 2,
    output_tokens: 5,
  }

  it.each([
    ["progress", { ...memory, files: [], edit_rejected: { key: "", count: 0 } }],
    ["new_task", { ...memory, looking: 0 }],
  ] as const)("is forgotten at %s, and nothing else is", (event, left) => {
    const draft: Draft = { ...INITIAL_STATE, memory }
    startOver(draft, event)
    expect(draft.memory).toEqual(left)
    const empty: Draft = { ...INITIAL_STATE }
    startOver(empty, event)
    expect(empty.memory).toEqual({})
  })

  it("is forgotten once a check has fewer failures than ever, and not before", () => {
    const failing = (tests: readonly string[]): Turn =>
      call("unit", { ok: false, diagnostics: tests.map((test_id) => ({ test_id, message: "no" })) })
    const before = after(failing(["a", "b"]))
    const filesAfter = (turn: Turn) => detector.observe({ ...before, memory }, turn).state.memory["files"]
    expect(filesAfter(failing(["a", "b"]))).toEqual(memory.files)
    expect(filesAfter(failing(["a"]))).toEqual([])
  })
})

function without({ memory: _memory, ...state }: DetectorState): Omit<DetectorState, "memory"> {
  return state
}
