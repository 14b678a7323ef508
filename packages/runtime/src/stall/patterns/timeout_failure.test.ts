import { describe, expect, it } from "vitest"
import type { ToolResult } from "../../protocol/tool.ts"
import type { StallOptions } from "../config.ts"
import { createDetector, type DetectorOptions } from "../detector.ts"

const TOOLS: NonNullable<DetectorOptions["tools"]> = {
  unit: { evidence_role: "verification", check_id: "unit" },
  lint: { evidence_role: "verification", check_id: "lint" },
  apply_fix: { kind: "edit" },
}

type Result = readonly [string, ToolResult]

/** What was said in each turn, "_" for nothing, with "!" behind a hard stop. */
function play(knobs: StallOptions, turns: readonly (readonly Result[])[]): string {
  const detector = createDetector({
    stall_diagnostics: {
      repair_aware: true,
      fold: "same_turn",
      all_results: true,
      hard_stop_after_trips: 99,
      timeout_failure_after: 2,
      ...knobs,
    },
    tools: TOOLS,
  })
  let state = detector.initial_state
  const said = turns.map((results, turn) => {
    const step = detector.observe(state, {
      tool_calls: results.map(([name], index) => ({ name, arguments: { turn, index } })),
      results: results.map(([tool_name, result]) => ({ tool_name, ...result })),
    })
    state = step.state
    const texts = step.warnings.map(
      ({ pattern, count, hard_stop }) =>
        `${pattern === "timeout_failure" ? "" : `${pattern} `}${count}${hard_stop ? "!" : ""}`,
    )
    return texts.join() || "_"
  })
  return said.join(" ")
}

/** One turn for each letter: "t" a time-out that says something else each time, "s" one that says the same. */
const runs = (letters: string): readonly (readonly Result[])[] =>
  letters.split("").map((letter, at): readonly Result[] => {
    const printed = letter === "s" ? "still running" : `ok ${"x".repeat(at + 1)}`
    if (letter === "t" || letter === "s") return [["unit", { ok: false, output: printed, timed_out: true }]]
    if (letter === "f") return [["unit", { ok: false, error: `failure ${"y".repeat(at + 1)}` }]]
    if (letter === ".") return [["unit", { ok: true, output: "fine" }]]
    return letter === "w" ? [["apply_fix", { ok: true, output: "edited" }]] : []
  })

describe("timeout_failure", () => {
  it.each([
    ["time-outs in a row", "tttt", "_ 2 3 4"],
    ["edits between do not help", "twtwt", "_ _ 2 _ 3"],
    ["a failure between", "tftft", "_ _ _ _ _"],
    ["a pass between", "t.t.t", "_ _ _ _ _"],
    ["nothing new in a turn without results", "tt-", "_ 2 _"],
    ["after failures", "ffftt", "_ _ _ _ 2"],
  ])("%s", (_what, letters, expected) => {
    expect(play({}, runs(letters))).toBe(expected)
  })

  it("trips from the threshold on, and ends the run at three times as many", () => {
    expect(play({}, runs("ttttttt"))).toBe("_ 2 3 4 5 6! 7!")
    expect(play({ timeout_failure_after: 3 }, runs("tttt"))).toBe("_ _ 3 4")
    expect(play({ timeout_failure_after: null }, runs("tttt"))).toBe("_ _ _ _")
  })

  it("leaves a turn to the stuck diagnostic where that is due too", () => {
    expect(play({ stuck_same_diagnostic_after: 2 }, runs("sss"))).toBe("_ stuck_same_diagnostic 2 3")
  })

  it("speaks only of the check that timed out again", () => {
    const lint: Result = ["lint", { ok: false, error: "unused" }]
    expect(play({}, [...runs("tt"), [lint]])).toBe("_ 2 _")
    const of = (name: string, output: string): Result => [name, { ok: false, output, timed_out: true }]
    const three = [[of("unit", "a")], [of("unit", "b")], [of("unit", "c")]]
    expect(play({}, [...three, [of("lint", "d")], [of("lint", "e")]])).toBe("_ 2 3 _ 2")
    expect(play({}, [[of("unit", "a")], [of("lint", "b")], [of("unit", "c"), of("lint", "d")]])).toBe(
      "_ _ 2,2",
    )
  })
})
