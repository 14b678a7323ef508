import { describe, expect, it } from "vitest"
import type { ToolResult } from "../../protocol/tool.ts"
import { createDetector } from "../detector.ts"

const LONG = "the table has 3 rows, and row 2 is wrong as before"
type Run = readonly [command: string, output: string, result?: ToolResult]

/** What was said after each command, by the first words of the nudge. */
function said(...runs: readonly Run[]): readonly string[] {
  const knobs = { repair_aware: true, fold: "same_turn", undeclared_role: "infer" } as const
  const detector = createDetector({
    stall_diagnostics: {
      ...knobs,
      unchanged_success_after: 3,
      hard_stop_after_trips: 99,
      repeat_same_observation: 99,
    },
  })
  let state = detector.initial_state
  return runs.map(([command, output, result]) => {
    const step = detector.observe(JSON.parse(JSON.stringify(state)), {
      tool_calls: [{ name: "shell", arguments: { command } }],
      results: [{ tool_name: "shell", ok: true, output, ...result }],
    })
    state = step.state
    const is_told = step.warnings.some(({ pattern }) => pattern === "unchanged_success")
    return is_told ? (step.feedback?.split(" ", 2).join(" ") ?? "again") : ""
  })
}

const variants = (output: string, ...words: readonly string[]): readonly Run[] =>
  words.map((word) => [`forge query --as ${word}`, output])
const told = (runs: readonly Run[]) => said(...runs).filter((words) => words !== "")

// @requirement patterns.unchanged_success
describe("success that shows nothing new", () => {
  it("is silent variants of one command, told at the third and each second further one", () => {
    const runs = variants("", "json", "text", "wide", "tree", "list")
    expect(said(...runs)).toEqual(["", "", "The last", "", "again"])
  })

  it.each<[string, Run]>([
    ["an answer", ["forge query --as raw", "3 rows"]],
    ["a failure", ["forge query --as raw", "", { ok: false, error: "no such flag" }]],
    ["an edit", ["echo x > a.txt", ""]],
  ])("starts anew after %s", (_what, between) => {
    expect(told([...variants("", "json", "text"), between, ...variants("", "wide", "tree")])).toEqual([])
  })

  it("goes on through another program's answer", () => {
    expect(
      told([...variants("", "json", "text"), ["anvil show all", "3 rows"], ...variants("", "wide")]),
    ).toEqual(["The last"])
  })

  it("is one long answer to variants", () => {
    expect(told(variants(LONG, "json", "text", "wide"))).toEqual(["3 runs"])
    expect(told(variants("3 rows", "json", "text", "wide"))).toEqual([])
    expect(
      told([...variants(LONG, "json", "text"), ["anvil ask", "3 rows"], ...variants(LONG, "wide")]),
    ).toEqual(["3 runs"])
    expect(
      told([...variants(LONG, "json", "text"), ["echo x > a.txt", ""], ...variants(LONG, "wide")]),
    ).toEqual([])
  })

  it("is not a sweep", () => {
    const sweep = [1, 2, 3, 4].map((n): Run => [`forge query --page ${n}`, LONG])
    expect(told(sweep)).toEqual([])
  })

  it("is forgotten after eight other answers", () => {
    const others = Array.from({ length: 8 }, (_, at): Run => [
      `forge ask part_${"abcdefgh"[at]} now`,
      `${LONG} ${at}`,
    ])
    expect(
      told([...variants(LONG, "json", "text"), ...others.slice(0, 5), ...variants(LONG, "wide")]),
    ).toEqual(["3 runs"])
    expect(told([...variants(LONG, "json", "text"), ...others, ...variants(LONG, "wide")])).toEqual([])
  })

  it("is a script of the model that prints the same after each edit", () => {
    const round = (n: number): readonly Run[] => [
      [`echo ${n} > a.py`, ""],
      ["python3 show.py", LONG],
    ]
    expect(told([...round(1), ...round(2), ...round(3)])).toEqual(["The script"])
    expect(told([...round(1), ...round(2), ["python3 show.py", LONG]])).toEqual([])
  })

  it("is no check that passes again", () => {
    expect(told(Array.from({ length: 4 }, (): Run => ["npm test", LONG]))).toEqual([])
  })
})
