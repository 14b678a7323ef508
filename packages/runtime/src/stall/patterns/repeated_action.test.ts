import { describe, expect, it } from "vitest"
import type { ToolCall, ToolResult } from "../../protocol/tool.ts"
import type { StallOptions } from "../config.ts"
import { createDetector, type DetectorOptions } from "../detector.ts"
import type { DetectorState } from "../state.ts"

type Pair = readonly [ToolCall, ToolResult]

const tools: NonNullable<DetectorOptions["tools"]> = {
  read: { kind: "read" },
  apply_fix: { kind: "edit" },
  unit: { evidence_role: "verification" },
  note: { soft: true, kind: "read" },
}

interface Played {
  readonly state: DetectorState
  /** The count of each turn's warning, "_" without one, "!" behind a hard stop. */
  readonly said: string
  readonly feedback: readonly string[]
}

function play(knobs: StallOptions, ...turns: readonly (readonly Pair[])[]): Played {
  const detector = createDetector({
    stall_diagnostics: {
      repair_aware: true,
      fold: "same_turn",
      undeclared_role: "infer",
      repeated_action_after: 3,
      hard_stop_after_trips: 99,
      threshold: 99,
      repeat_same_error: 99,
      repeat_same_observation: 99,
      ping_pong_cycles: 99,
      ...knobs,
    },
    tools,
  })
  let state = detector.initial_state
  const feedback: string[] = []
  const said = turns.map((pairs) => {
    const step = detector.observe(state, {
      tool_calls: pairs.map(([call]) => call),
      results: pairs.map(([call, result]) => ({ tool_name: call.name, ...result })),
    })
    state = step.state
    if (step.feedback !== undefined) feedback.push(step.feedback)
    return (
      step.warnings
        .filter(({ pattern }) => pattern === "repeated_action")
        .map(({ count, hard_stop }) => `${count}${hard_stop ? "!" : ""}`)
        .join() || "_"
    )
  })
  return { state, said: said.join(" "), feedback }
}

const call = (name: string, result: ToolResult = { ok: true, output: "same" }, path = "a.ts"): Pair => [
  { name, arguments: { path } },
  result,
]
const read = (path: string, output = "same"): Pair => call("read", { ok: true, output }, path)
const shell = (command: string, result: ToolResult = { ok: true, output: "same" }): Pair => [
  { name: "shell", arguments: { command } },
  result,
]
/** One turn for each letter: a read of the file of that name, "w" for a write. */
const reads = (letters: string): readonly (readonly Pair[])[] =>
  letters.split("").map((letter) => [letter === "w" ? call("apply_fix") : read(letter)])

describe("repeated_action", () => {
  it.each([
    ["in a row", "aaaaaaaa", "_ _ 3 _ 5 _ 7 _"],
    ["with others between", "abacadae", "_ _ _ _ 3 _ _ _"],
    ["two of them", "ababab", "_ _ _ _ 3 3"],
    ["a write starts over", "aawaaa", "_ _ _ _ _ 3"],
    ["another call after the trip", "aaabcd", "_ _ 3 _ _ _"],
  ])("%s", (_what, letters, expected) => {
    expect(play({}, ...reads(letters)).said).toBe(expected)
  })

  it.each([
    ["2", "aaaaa", 2, "_ 2 _ 4 _"],
    ["4", "aaaaaa", 4, "_ _ _ 4 _ 6"],
  ])("trips from %s on", (_what, letters, repeated_action_after, expected) => {
    expect(play({ repeated_action_after }, ...reads(letters)).said).toBe(expected)
  })

  it("looks back 32 actions that count", () => {
    const others = (count: number, from: string) =>
      Array.from({ length: count }, (_, at) => [read(`${from}${at}`)])
    const last = (between: number) =>
      play({}, [read("a")], [read("a")], ...others(between, "x"), [read("a")])
        .said.split(" ")
        .at(-1)
    expect([last(29), last(30)]).toEqual(["3", "_"])
    expect(play({}, ...others(40, "x")).state.memory.actions).toHaveLength(32)
  })

  it.each<readonly [string, Pair]>([
    ["a read with the same result", read("a")],
    ["a read that fails the same way", call("read", { ok: false, error: "no such file" })],
    ["an undeclared command", shell("git status")],
    ["a poll that fails", shell("sleep 9; kubectl get pods", { ok: false, error: "no such host" })],
    ["a write that changed nothing", call("other", { ok: true, output: "x", mutation_status: "unchanged" })],
  ])("counts %s", (_what, pair) => {
    expect(play({}, [pair], [pair], [pair]).said).toBe("_ _ 3")
  })

  it.each<readonly [string, Pair, StallOptions]>([
    ["a check", call("unit"), {}],
    ["a check that fails", call("unit", { ok: false, error: "boom" }), {}],
    ["a command that checks", shell("npm test"), {}],
    ["a check without repair_aware", call("unit"), { repair_aware: false }],
    ["what counts as evidence", call("other"), { undeclared_role: "verification" }],
    [
      "a rejected edit",
      call("apply_fix", { ok: false, error: "no match" }),
      { failed_edit: "edit_rejected" },
    ],
    ["an edit that went through", call("apply_fix"), {}],
    ["a call that wrote", call("other", { ok: true, mutation_status: "applied" }), {}],
    ["a poll", shell("sleep 9; kubectl get pods"), {}],
    ["a call still running", call("read", { status: "running", output: "same" }), {}],
    ["a finding that is advice", call("read", { ok: false, status: "advisory", error: "stale" }), {}],
    ["an overflow of the context", call("read", { ok: false, error: "maximum context length exceeded" }), {}],
    ["a soft call", call("note"), {}],
    ["an exempt tool", call("read"), { exempt_tools: ["read"] }],
    ["a call without a name", call(""), {}],
  ])("does not count %s", (_what, pair, knobs) => {
    const { said, state } = play(knobs, [pair], [pair], [pair])
    expect(said).toBe("_ _ _")
    expect(state.memory.actions).toEqual([])
  })

  it("counts what is undeclared without repair_aware: there is no failure model", () => {
    const pair = call("other")
    expect(play({ repair_aware: false }, [pair], [pair], [pair]).said).toBe("_ _ 3")
  })

  it("counts once a turn, but a result that differs is another", () => {
    const three = [read("a"), read("a"), read("a")]
    expect(play({}, three, three, three, three).said).toBe("_ _ 3 _")
    const both = [read("a", "one"), read("a", "two")]
    expect(play({}, both, both, both).state.memory.actions).toHaveLength(6)
  })

  it("takes a turn's write in its place", () => {
    const twice = [[read("a")], [read("a")]]
    expect(play({}, ...twice, [read("a"), call("apply_fix")]).said).toBe("_ _ _")
    expect(play({}, ...twice, [call("apply_fix"), read("a")]).state.memory.actions).toHaveLength(1)
    expect(play({}, [read("a"), call("apply_fix"), read("a")]).state.memory.actions).toHaveLength(1)
  })

  it("tells of the call that is due, not of another in its turn", () => {
    const { state, feedback } = play(
      {},
      [read("a")],
      [read("a")],
      [read("b"), call("search"), read("a"), read("c")],
    )
    expect(state.warnings).toMatchObject([{ tool_name: "read", count: 3, threshold: 3 }])
    expect(state.warnings[0]?.signature).toBe(`sha256:${state.dispatched?.observations[2]?.action}`)
    expect(feedback).toEqual([
      "read was called in the same way 3 times, and its result has not changed since. " +
        "Use what it showed and take another step, or report what you found.",
    ])
  })

  it("climbs the ladder, from which another step comes down", () => {
    const knobs = { hard_stop_after_trips: 2, repeated_action_after: 2, repeat_same_observation: 3 }
    expect(play(knobs, ...reads("aa")).said).toBe("_ 2")
    expect(play(knobs, ...reads("aaa")).state).toMatchObject({ hard_stop: true, consecutive_trips: 2 })
    expect(play(knobs, ...reads("aab")).state).toMatchObject({ hard_stop: false, consecutive_trips: 0 })
  })

  it("remembers nothing without its knob", () => {
    const { said, state } = play({ repeated_action_after: null }, ...reads("aaaa"))
    expect([said, state.memory.actions]).toEqual(["_ _ _ _", []])
  })
})
