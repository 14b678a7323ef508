import { describe, expect, it } from "vitest"
import type { ToolCall, ToolResult } from "../../protocol/tool.ts"
import type { StallPattern } from "../../protocol/warning.ts"
import type { StallOptions } from "../config.ts"
import { createDetector, type DetectorOptions } from "../detector.ts"
import type { DetectorState } from "../state.ts"

type Pair = readonly [ToolCall, ToolResult]

interface Played {
  readonly state: DetectorState
  /** What was said in each turn, as "pattern count", with "!" behind it for a hard stop. */
  readonly said: readonly string[]
}

const TOOLS: NonNullable<DetectorOptions["tools"]> = {
  run_test: { evidence_role: "verification" },
  apply_fix: { kind: "edit" },
  fix_and_test: { kind: "edit", evidence_role: "verification" },
  read: { kind: "read", evidence_role: "observation" },
}

/** Plays turns with only one pattern on; each turn is a list of calls with their results. */
function play(only: StallPattern, knobs: StallOptions, ...turns: readonly (readonly Pair[])[]): Played {
  const detector = createDetector({
    stall_diagnostics: {
      repair_aware: true,
      fold: "same_turn",
      failed_edit: "edit_rejected",
      hard_stop_after_trips: 99,
      repeat_same_error: 99,
      repeat_same_observation: 99,
      ping_pong_cycles: 99,
      ...knobs,
    },
    tools: TOOLS,
  })
  let state = detector.initial_state
  const said = turns.map((pairs) => {
    const step = detector.observe(state, {
      tool_calls: pairs.map(([call]) => call),
      results: pairs.map(([call, result]) => ({ tool_name: call.name, ...result })),
    })
    state = step.state
    return step.warnings
      .filter(({ pattern }) => pattern === only)
      .map(({ count, hard_stop }) => `${count}${hard_stop ? "!" : ""}`)
      .join()
  })
  return { state, said }
}

/** An edit that leaves a file with this content. */
function writes(hash: string, path = "a.ts"): Pair {
  return [
    { name: "apply_fix", arguments: { path, hash } },
    { ok: true, mutation_status: "applied", file_hashes: { [path]: hash } },
  ]
}

const REJECTED: Pair = [
  { name: "apply_fix", arguments: { path: "a.ts" } },
  { ok: false, error: "no match" },
]
const PASSES: Pair = [
  { name: "run_test", arguments: {} },
  { ok: true, output: "fine" },
]
const FAILS: Pair = [
  { name: "run_test", arguments: {} },
  { ok: false, error: "boom" },
]

describe("edit_oscillation", () => {
  const knobs: StallOptions = { edit_oscillation_after: 2 }
  const said = (...hashes: readonly string[]) =>
    play("edit_oscillation", knobs, ...hashes.map((hash) => [writes(hash)])).said

  it("counts the returns of a file to content it had before", () => {
    expect(said("1", "2", "1", "2", "1")).toEqual(["", "", "", "2", "3"])
  })

  it("says the most returns of a turn", () => {
    const twice = [[writes("1"), writes("1", "b.ts")], [writes("2")], [writes("1")], [writes("2")]]
    expect(
      play(
        "edit_oscillation",
        knobs,
        ...twice,
        [writes("2", "b.ts")],
        [writes("1"), writes("1", "b.ts")],
      ).said.at(-1),
    ).toBe("3")
    // Only what came back in this turn counts.
    expect(play("edit_oscillation", knobs, ...twice, [writes("9")]).said.at(-1)).toBe("")
  })

  it("does not count content that stays", () => {
    expect(said("1", "1", "1", "1", "1")).toEqual(["", "", "", "", ""])
    expect(said("1", "2", "1", "1", "1")).toEqual(["", "", "", "", ""])
  })

  it("remembers the last 8 contents, the newest return last", () => {
    expect(said("0", "1", "2", "3", "4", "5", "6", "7", "0", "1")).toEqual([...Array(9).fill(""), "2"])
    expect(said("0", "1", "2", "3", "4", "5", "6", "7", "8", "0", "1")).toEqual(Array(11).fill(""))
    expect(said("0", "1", "0", "2", "3", "4", "5", "6", "7", "0").at(-1)).toBe("2")
  })

  it("keeps files apart, at most 64 of them", () => {
    const two = play(
      "edit_oscillation",
      knobs,
      [writes("1"), writes("1", "b.ts")],
      [writes("2"), writes("2", "b.ts")],
      [writes("1")],
      [writes("1", "b.ts")],
      [writes("2")],
    )
    expect(two.said).toEqual(["", "", "", "", "2"])
    const filesOf = ({ memory }: DetectorState) =>
      memory["files"] as readonly { readonly path: string; readonly returns: number }[]
    expect(filesOf(two.state).map(({ path, returns }) => [path, returns])).toEqual([
      ["b.ts", 1],
      ["a.ts", 2],
    ])
    const many = Array.from({ length: 65 }, (_, index) => [writes("1", `${index}.ts`)])
    expect(filesOf(play("edit_oscillation", knobs, ...many).state).map(({ path }) => path)).toEqual(
      Array.from({ length: 64 }, (_, index) => `${index + 1}.ts`),
    )
  })

  it("starts over with a check that passes, and with nothing else", () => {
    const turns = (between: Pair) => [[writes("1")], [writes("2")], [writes("1")], [between], [writes("2")]]
    expect(play("edit_oscillation", knobs, ...turns(PASSES)).said.at(-1)).toBe("")
    expect(play("edit_oscillation", knobs, ...turns(FAILS)).said.at(-1)).toBe("2")
    expect(
      play("edit_oscillation", knobs, ...turns([{ name: "read", arguments: {} }, { ok: true }])).said.at(-1),
    ).toBe("2")
    expect(
      play("edit_oscillation", knobs, ...turns([{ name: "other", arguments: {} }, { ok: true }])).said.at(-1),
    ).toBe("2")
    const both = [
      [writes("1")],
      [writes("2")],
      [writes("1")],
      [[{ name: "read" }, { ok: true }] as Pair, PASSES],
      [writes("2")],
    ]
    expect(play("edit_oscillation", knobs, ...both).said.at(-1)).toBe("")
  })

  it("does not start over while another check fails", () => {
    const lint: Pair = [
      { name: "lint", arguments: {} },
      { ok: false, error: "lint", annotations: { evidence_role: "verification", check_id: "lint" } },
    ]
    const turns = [[lint], [writes("1")], [writes("2")], [writes("1")], [PASSES], [writes("2")]]
    expect(play("edit_oscillation", knobs, ...turns).said.at(-1)).toBe("2")
  })

  it("speaks of the failure it turns around", () => {
    const detector = createDetector({
      stall_diagnostics: { ...knobs, repair_aware: true, fold: "same_turn", edit_oscillation_after: 1 },
      tools: TOOLS,
    })
    let state = detector.initial_state
    for (const pair of [FAILS, writes("1"), writes("2")]) {
      state = detector.observe(state, { tool_calls: [pair[0]], results: [pair[1]] }).state
    }
    const step = detector.observe(state, { tool_calls: [writes("1")[0]], results: [writes("1")[1]] })
    expect(step.warnings).toMatchObject([
      { pattern: "edit_oscillation", diagnostic_snippet: "boom", check_id: "default" },
    ])
  })
})

describe("edit_rejected", () => {
  const knobs: StallOptions = { edit_rejected_after: 2 }

  it("counts edits rejected for one reason, and stops at twice the threshold", () => {
    expect(play("edit_rejected", knobs, ...Array(5).fill([REJECTED])).said).toEqual([
      "",
      "2",
      "3",
      "4!",
      "5!",
    ])
  })
})

describe("near_duplicate_action", () => {
  const knobs: StallOptions = { near_duplicate_action_after: 2, undeclared_role: "infer" }
  const query = "where in the sources is the parser of commas called from"
  const search = (
    words: string,
    result: ToolResult = { ok: true, output: "none" },
    others: object = {},
  ): Pair => [{ name: "search", arguments: { query: words, ...others } }, result]
  const said = (...pairs: readonly Pair[]) =>
    play("near_duplicate_action", knobs, ...pairs.map((pair) => [pair])).said

  it("counts calls that only say the same in other words", () => {
    expect(said(search(query), search(`${query}?`), search(`${query}!`))).toEqual(["", "2", "3"])
  })

  it("tells numbers apart by all their digits, and leaves out polls that went well", () => {
    expect(said(search(`${query} 1 23`), search(`${query} 12 3`))).toEqual(["", ""])
    expect(said(search(`${query} 1 23`), search(`${query}? 1 23`))).toEqual(["", "2"])
    const poll = (words: string, ok: boolean): Pair => [
      { name: "shell", arguments: { command: "sleep 5", reason: words } },
      { ok, output: "none" },
    ]
    expect(said(poll(query, true), poll(`${query}?`, true))).toEqual(["", ""])
    expect(said(poll(query, false), poll(`${query}?`, false))).toEqual(["", "2"])
  })

  it.each<readonly [string, Pair]>([
    ["the same words", search(query)],
    ["other words", search("what does the test of the lexer say about tabs")],
    ["another number", search(`${query} 2`)],
    ["another result", search(`${query}?`, { ok: true, output: "one" })],
    ["another value", search(`${query}?`, undefined, { path: "src" })],
    [
      "another tool",
      [
        { name: "find", arguments: { query: `${query}?` } },
        { ok: true, output: "none" },
      ],
    ],
    ["a write", search(`${query}?`, { ok: true, output: "none", mutation_status: "applied" })],
  ])("starts over with %s", (_what, pair) => {
    const { memory } = play("near_duplicate_action", knobs, [search(query)], [pair]).state
    expect(memory["near_action"]).toMatchObject({ count: 1 })
  })

  it("leaves failing checks to the failure model", () => {
    const judged = (words: string): Pair => [
      { name: "run_test", arguments: { why: words } },
      { ok: false, error: "boom" },
    ]
    expect(said(judged(query), judged(`${query}?`), judged(`${query}!`))).toEqual(["", "", ""])
  })

  it("is off without its knob", () => {
    const off = play(
      "near_duplicate_action",
      {},
      [search(query)],
      [search(`${query}?`)],
      [search(`${query}!`)],
    )
    expect(off.said).toEqual(["", "", ""])
    expect(off.state.memory).toEqual({})
  })
})

describe("action_cycle", () => {
  const knobs: StallOptions = { action_cycle_after: 2, undeclared_role: "infer" }
  const step = (name: string, output = "same"): Pair => [
    { name: "read", arguments: { name } },
    { ok: true, output },
  ]
  const said = (names: string) =>
    play("action_cycle", knobs, ...names.split("").map((name) => [step(name)]))
      .said.map((text) => (text === "" ? "." : text))
      .join("")

  it.each([
    ["three actions in rounds", "abcabc", ".....2"],
    ["three actions, one out of order", "abcacb", "......"],
    ["two actions", "abababab", "........"],
    ["one action", "aaaaaaaa", "........"],
    ["two of three", "aabaab", "......"],
    ["six actions", "abcdefabcdef", "...........2"],
    ["seven actions", "abcdefgabcdefg", ".............."],
    ["from the second round on", "xabcabcabc", "......2222"],
  ])("%s", (_what, names, warnings) => {
    expect(said(names)).toBe(warnings)
  })

  it("leaves out turns of nothing but polls that went well", () => {
    const poll = (seconds: number, ok = true): Pair => [
      { name: "shell", arguments: { command: `sleep ${seconds}` } },
      { ok, output: "same" },
    ]
    const cycle = [[poll(1)], [poll(2)], [poll(3)]]
    expect(play("action_cycle", knobs, ...cycle, ...cycle).said.at(-1)).toBe("")
    const failing = [[poll(1, false)], [poll(2, false)], [poll(3, false)]]
    expect(play("action_cycle", knobs, ...failing, ...failing).said.at(-1)).toBe("2")
    const beside = [[step("a")], [step("b")], [step("c"), poll(1)]]
    expect(play("action_cycle", knobs, ...beside, ...beside).said.join("")).toContain("2")
  })

  it("needs results, and unchanged ones", () => {
    const turns = "abcab".split("").map((name) => [step(name)])
    expect(play("action_cycle", knobs, ...turns, [step("c", "other")]).said.at(-1)).toBe("")
    expect(play("action_cycle", knobs, ...turns, [step("c")], []).said.slice(-2)).toEqual(["2", ""])
  })

  it("remembers 48 actions, and none without a knob that reads them", () => {
    const turns = Array.from({ length: 60 }, (_, index) => [step(String(index))])
    expect(play("action_cycle", knobs, ...turns).state.memory.history).toHaveLength(48)
    expect(play("action_cycle", {}, ...turns).state.memory).toEqual({})
    expect(play("action_cycle", { token_runaway_after: 5 }, ...turns).state.memory.history).toHaveLength(48)
  })
})
