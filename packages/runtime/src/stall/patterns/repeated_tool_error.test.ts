import { describe, expect, it } from "vitest"
import type { ToolCall, ToolResult } from "../../protocol/tool.ts"
import type { StallOptions } from "../config.ts"
import { createDetector, type DetectorOptions } from "../detector.ts"
import type { DetectorState } from "../state.ts"

type Pair = readonly [ToolCall, ToolResult]

const TOOLS: NonNullable<DetectorOptions["tools"]> = {
  read: { kind: "read" },
  list: { kind: "read" },
  apply_fix: { kind: "edit" },
  unit: { evidence_role: "verification" },
  note: { soft: true },
}

interface Played {
  readonly state: DetectorState
  /** The count of each turn's warning, "_" without one. */
  readonly said: string
  readonly feedback: readonly string[]
}

function play(knobs: StallOptions, ...turns: readonly (readonly Pair[])[]): Played {
  const detector = createDetector({
    stall_diagnostics: {
      repair_aware: true,
      fold: "same_turn",
      undeclared_role: "infer",
      failed_edit: "edit_rejected",
      repeated_tool_error_after: 3,
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
        .map(({ pattern, count }) => `${pattern === "repeated_tool_error" ? "" : pattern}${count}`)
        .join() || "_"
    )
  })
  return { state, said: said.join(" "), feedback }
}

let calls = 0
const call = (name: string, result: ToolResult): Pair => [{ name, arguments: { n: (calls += 1) } }, result]
const fails = (error: string, name = "read"): Pair => call(name, { ok: false, error })
const pairs: Readonly<Record<string, Pair>> = {
  a: fails("connection refused"),
  b: fails("permission denied"),
  o: fails("connection refused", "list"),
  y: call("list", { ok: true, output: "a.ts" }),
  e: call("apply_fix", { ok: true, output: "edited" }),
  x: fails("connection refused", "apply_fix"),
  t: fails("connection refused", "unit"),
  p: call("unit", { ok: true, output: "fine" }),
  n: call("note", { ok: true, output: "noted" }),
  s: fails("Exit code 1"),
  w: call("read", { status: "running", output: "waiting" }),
  c: call("read", { ok: false, status: "cancelled", error: "cancelled" }),
  v: call("read", { ok: false, status: "advisory", error: "stale" }),
}
/** Turns are separated by a space; each letter is a call of that name with its own arguments. */
const turns = (text: string): readonly (readonly Pair[])[] =>
  text.split(" ").map((letters) =>
    letters.split("").flatMap((letter): readonly Pair[] => {
      const pair = pairs[letter]
      return pair === undefined ? [] : [call(pair[0].name ?? "", pair[1])]
    }),
  )

describe("repeated_tool_error", () => {
  it.each([
    ["in a row, and every second time after", "a a a a a a a", "_ _ 3 _ 5 _ 7"],
    ["the tool fails in different ways", "a a b a a", "_ _ _ _ _"],
    ["a success of any tool between", "a a y a a", "_ _ _ _ _"],
    ["an applied edit between", "a a e a a", "_ _ _ _ _"],
    ["a passing check between", "a a p a a", "_ _ _ _ _"],
    ["another tool that fails the same between", "a a o a a", "_ _ _ _ _"],
    ["a failure that does not say why between", "a a s a a", "_ _ _ _ _"],
    ["failures that do not say why", "s s s s", "_ _ _ _"],
    ["a rejected edit between", "a a x a", "_ _ _ 3"],
    ["a failing check between", "a a t a", "_ _ _ 3"],
    ["a note between", "a a n a", "_ _ _ 3"],
    ["what has not ended between", "a a w a", "_ _ _ 3"],
    ["what never ran between", "a a c a", "_ _ _ 3"],
    ["advice between", "a a v a", "_ _ _ 3"],
    ["nothing that counts after the trip", "a a a n t", "_ _ 3 _ _"],
    ["several times in one turn", "aaa aaa", "_ _"],
    ["several times in the third turn", "a a aaa", "_ _ 3"],
    ["a success behind it in its turn", "a a ay", "_ _ _"],
    ["a success before it in its turn", "a a ya a a", "_ _ _ _ 3"],
    ["rejected edits", "x x x", "_ _ edit_rejected3"],
    ["calls that never ran", "c c c", "_ _ _"],
  ])("%s: %s", (_what, text, expected) => {
    const knobs = { edit_rejected_after: 3 }
    expect(play(knobs, ...turns(text)).said).toBe(expected)
  })

  it("leaves failing checks to the failure model", () => {
    expect(play({ stuck_same_diagnostic_after: 9 }, ...turns("t t t")).said).toBe("_ _ _")
    const undeclared = play({ undeclared_role: "verification" }, ...turns("a a a")).state
    expect(undeclared.memory["tool_error"]).toMatchObject({ count: 0 })
    expect(play({ repair_aware: false }, ...turns("a a a")).said).toBe("_ _ 3")
  })

  it("leaves calls that are repeated exactly to repeated_action", () => {
    const same: readonly Pair[] = [
      [
        { name: "read", arguments: {} },
        { ok: false, error: "connection refused" },
      ],
    ]
    const { said } = play({ repeated_action_after: 3 }, same, same, same)
    expect(said).toBe("_ _ repeated_action3")
  })

  it("does not count calls of exempt tools, of no name, or that overflowed the context", () => {
    expect(play({ exempt_tools: ["read"] }, ...turns("a a a")).said).toBe("_ _ _")
    const nameless = fails("connection refused", "")
    expect(play({}, [nameless], [nameless], [nameless]).said).toBe("_ _ _")
    const overflow = fails("maximum context length exceeded")
    const knobs = { repeat_context_window_error: 9 }
    expect(play(knobs, [overflow], [overflow], [overflow]).said).toBe("_ _ _")
  })

  it("keeps apart failures that name what they are about", () => {
    const turn = (path: string): readonly Pair[] => [fails(`no such file: ${path}`)]
    expect(play({}, turn("a.ts"), turn("b.ts"), turn("c.ts")).said).toBe("_ _ _")
  })

  it("names the tool", () => {
    const { state, feedback } = play({}, ...turns("a a a"))
    expect(state.warnings).toMatchObject([
      { tool_name: "read", count: 3, threshold: 3, arguments_digest: "" },
    ])
    expect(feedback).toEqual([
      "read has failed 3 times in the same way. " +
        "Read what it says, then use another tool, or report what blocks you.",
    ])
  })

  it("remembers nothing without its knob", () => {
    const { said, state } = play({ repeated_tool_error_after: null }, ...turns("a a a a"))
    expect([said, state.memory["tool_error"]]).toEqual(["_ _ _ _", undefined])
  })
})
