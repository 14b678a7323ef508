import { describe, expect, it } from "vitest"
import type { ToolCall, ToolResult } from "../../protocol/tool.ts"
import type { StallOptions } from "../config.ts"
import { createDetector, type DetectorOptions } from "../detector.ts"
import type { DetectorState } from "../state.ts"

type Pair = readonly [ToolCall, ToolResult]

const TOOLS: NonNullable<DetectorOptions["tools"]> = {
  read: { kind: "read" },
  search: { kind: "search" },
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
    tools: TOOLS,
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

  it("looks back twice as many actions as the threshold and two", () => {
    const others = (count: number, from: string) =>
      Array.from({ length: count }, (_, at) => [read(`${from}${at}`)])
    const last = (between: number, repeated_action_after: number) =>
      play(
        { repeated_action_after },
        ...Array.from({ length: repeated_action_after - 1 }, () => [read("a")]),
        ...others(between, "x"),
        [read("a")],
      )
        .said.split(" ")
        .at(-1)
    expect([last(5, 3), last(6, 3)]).toEqual(["3", "_"])
    expect([last(12, 10), last(13, 10)]).toEqual(["10", "_"])
    expect(play({}, ...others(40, "x")).state.memory.actions).toHaveLength(8)
    expect(play({ repeated_action_after: 100 }, ...others(80, "x")).state.memory.actions).toHaveLength(64)
  })

  it.each<readonly [string, Pair]>([
    ["a read with the same result", read("a")],
    ["a read that fails the same way", call("read", { ok: false, error: "no such file" })],
    ["an undeclared command", shell("git status")],
    ["a poll that fails", shell("kubectl get pods", { ok: false, error: "no such host" })],
    ["a write that changed nothing", call("other", { ok: true, output: "x", mutation_status: "unchanged" })],
  ])("counts %s", (_what, pair) => {
    expect(play({}, [pair], [pair], [pair]).said).toBe("_ _ 3")
  })

  it.each<readonly [string, Pair, StallOptions]>([
    ["a check that fails", call("unit", { ok: false, error: "boom" }), {}],
    ["a command that checks", shell("npm test"), {}],
    ["a check without repair_aware", call("unit"), { repair_aware: false }],
    ["what counts as evidence", call("other"), { undeclared_role: "verification" }],
    [
      "an edit that also checks",
      call("unit", { ok: true, annotations: { kind: "edit", evidence_role: "verification" } }),
      {},
    ],
    ["an edit of an exempt tool", call("apply_fix"), { exempt_tools: ["apply_fix"] }],
    [
      "an edit that changed nothing",
      call("apply_fix", { ok: true, output: "x", mutation_status: "unchanged" }),
      {},
    ],
    ["a call that wrote", call("other", { ok: true, mutation_status: "applied" }), {}],
    ["a poll", shell("sleep 9; kubectl get pods"), {}],
    ["a finding that is advice", call("read", { ok: false, status: "advisory", error: "stale" }), {}],
    ["an overflow of the context", call("read", { ok: false, error: "maximum context length exceeded" }), {}],
    ["an exempt tool", call("read"), { exempt_tools: ["read"] }],
    ["a call without a name", call(""), {}],
    ["an edit without a name", call("", { ok: true, annotations: { kind: "edit" } }), {}],
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
    const wrote = call("other", { ok: true, mutation_status: "applied" })
    expect(play({}, ...twice, [wrote, read("a")]).state.memory.actions).toHaveLength(1)
    expect(play({}, [read("a"), wrote, read("a")]).state.memory.actions).toHaveLength(1)
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
      "The same result came 3 times, the last time from read. " +
        "Use what it showed and take another step, or report what you found.",
    ])
  })

  describe("of an edit", () => {
    const edits: Readonly<Record<string, Pair>> = {
      A: call("apply_fix", { ok: true, output: "a.ts has 10 lines" }, "A"),
      a: call("apply_fix", { ok: true, output: "a.ts has 11 lines" }, "A"),
      B: call("apply_fix", { ok: true, output: "edited" }, "B"),
      x: call("apply_fix", { ok: false, error: "no match" }, "A"),
      r: read("a.ts"),
      t: call("unit", { ok: false, error: "boom" }),
      u: call("unit", { ok: false, error: "crash" }),
      l: call("unit", { ok: false, error: "lint" }, "lint"),
      q: call("unit", { ok: false, status: "advisory", error: "stale" }),
      w: call("other", { ok: true, mutation_status: "applied" }),
    }
    const turns = (text: string): readonly (readonly Pair[])[] =>
      text.split(" ").map((letters) => letters.split("").map((letter) => edits[letter] ?? read("z")))

    it.each([
      ["whatever its result says", "A a A a A", "_ _ 3 _ 5"],
      ["with reads and checks between", "A r t a r t r A", "_ _ _ _ _ _ _ 3"],
      ["with two checks between that say the same again", "A t l a t l A", "_ _ _ _ _ _ 3"],
      ["with a check between that says something else", "A t a u A a", "_ _ _ _ _ _"],
      ["with a check that moves after another write", "B t A u A a", "_ _ _ _ _ 3"],
      ["with advice between", "A t a q A", "_ _ _ _ 3"],
      ["with another write between", "A a B A a", "_ _ _ _ _"],
      ["with a write of another kind between", "A a w A a", "_ _ _ _ _"],
      ["with only a look after the trip", "A a A r t", "_ _ 3 _ _"],
      ["in turn with another", "A B A B A B", "_ _ _ _ _ _"],
      ["that is rejected between", "A x a x A", "_ _ _ _ 3"],
      ["several times in a turn", "Aa A", "_ _"],
      ["in a turn with another", "A a BA", "_ _ _"],
      ["behind reads that it starts over", "r r A r", "_ _ _ _"],
    ])("%s: %s", (_what, text, expected) => {
      expect(play({}, ...turns(text)).said).toBe(expected)
    })

    it("remembers checks only since the edit", () => {
      expect(play({}, ...turns("t r")).state.memory.same_edit).toEqual({ action: "", count: 0, checks: [] })
      const { same_edit } = play({}, ...turns("B t A")).state.memory
      expect(same_edit).toMatchObject({ count: 1, checks: [] })
    })

    it("keeps what 16 checks said since", () => {
      const check = (n: number): Pair =>
        call("unit", { ok: false, error: `boom ${"x".repeat(n)}` }, `${n}.ts`)
      const checks = Array.from({ length: 20 }, (_, n) => [check(n)])
      const { state } = play({}, ...turns("A"), ...checks)
      const { same_edit } = state.memory
      expect(same_edit).toMatchObject({ count: 1 })
      expect(same_edit).toHaveProperty("checks.length", 16)
    })

    it("says that it was applied", () => {
      expect(play({}, ...turns("A a A")).feedback).toEqual([
        "apply_fix made the same edit 3 times, and each time it was applied. " +
          "Read what the file says now, then take another step, or report what blocks you.",
      ])
    })

    it("counts also where an undeclared result is evidence", () => {
      expect(play({ undeclared_role: "verification" }, ...turns("A a A")).said).toBe("_ _ 3")
    })
  })

  it("does not know the arguments any more", () => {
    const { state } = play({ include_arguments: true }, ...reads("aaa"))
    expect(state.warnings[0]?.arguments_digest).toBe("")
    expect(state.warnings[0]).not.toHaveProperty("arguments")
  })

  it("remembers nothing without its knob", () => {
    const { said, state } = play({ repeated_action_after: null }, ...reads("aaaa"))
    expect([said, Object.keys(state.memory)]).toEqual(["_ _ _ _", ["unjudged"]])
  })
})
