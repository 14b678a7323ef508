import { describe, expect, it } from "vitest"
import type { ToolResult } from "../../protocol/tool.ts"
import type { StallOptions } from "../config.ts"
import { createDetector, type DetectorOptions } from "../detector.ts"
import type { DetectorState } from "../state.ts"

const TOOLS: NonNullable<DetectorOptions["tools"]> = {
  unit: { evidence_role: "verification", check_id: "unit" },
  lint: { evidence_role: "verification", check_id: "lint" },
  apply_fix: { kind: "edit" },
  fix_and_test: { kind: "edit", evidence_role: "verification", check_id: "unit" },
}

type Result = readonly [string, ToolResult]

const fails = (error: string, name = "unit"): Result => [name, { ok: false, error }]
const rejected = (reason: string): Result => ["apply_fix", { ok: false, error: `rejected, ${reason}` }]

/**
 * Capitals fail unit, small letters fail lint, digits are rejected edits. "." passes unit, "," passes lint, "w" is an
 * edit that went through, "-" a turn without results.
 */
function resultOf(letter: string): readonly Result[] {
  if (letter === "-") return []
  if (letter === ".") return [["unit", { ok: true, output: "fine" }]]
  if (letter === ",") return [["lint", { ok: true, output: "fine" }]]
  if (letter === "w") return [["apply_fix", { ok: true, output: "edited" }]]
  if (/\d/.test(letter)) return [rejected(`reason ${"x".repeat(Number(letter) + 1)}`)]
  return [fails(`failure ${letter}`, letter === letter.toUpperCase() ? "unit" : "lint")]
}

interface Played {
  readonly state: DetectorState
  /** The count of each turn's warning, "_" without one, "!" behind a hard stop. */
  readonly said: string
  readonly feedback: readonly string[]
}

function play(knobs: StallOptions, turns: readonly (readonly Result[])[]): Played {
  const detector = createDetector({
    stall_diagnostics: {
      repair_aware: true,
      fold: "same_turn",
      all_results: true,
      failed_edit: "edit_rejected",
      hard_stop_after_trips: 99,
      stuck_same_diagnostic_after: 99,
      repeat_same_error: 99,
      ping_pong_cycles: 99,
      alternating_failures_after: 2,
      ...knobs,
    },
    tools: TOOLS,
  })
  let state = detector.initial_state
  const feedback: string[] = []
  const said = turns.map((results, turn) => {
    const step = detector.observe(state, {
      tool_calls: results.map(([name], index) => ({ name, arguments: { turn, index } })),
      results: results.map(([tool_name, result]) => ({ tool_name, ...result })),
    })
    state = step.state
    feedback.push(step.feedback ?? "")
    return step.warnings.map(({ count, hard_stop }) => `${count}${hard_stop ? "!" : ""}`).join() || "_"
  })
  return { state, said: said.join(" "), feedback }
}

const said = (letters: string, knobs: StallOptions = {}) => play(knobs, letters.split("").map(resultOf)).said

describe("alternating_failures", () => {
  it.each([
    ["two failures of one check", "ABABABA", "_ _ _ 2 _ 3 _"],
    ["edits that went through do not matter to them", "AwBwAwBw", "_ _ _ _ _ _ 2 _"],
    ["nor do rejected ones", "A1wB2wA1wB", "_ _ _ _ _ _ _ _ _ 2"],
    ["nor what another check says", "AaBaA,B", "_ _ _ _ _ _ 2"],
    ["a failure seen again is one turn of it", "AABBAAABB", "_ _ _ _ _ _ _ 2 _"],
    ["three failures", "ABCABCABC", "_ _ _ _ _ _ _ _ _"],
    ["two of three", "ABCBC", "_ _ _ _ 2"],
    ["a pass between", "ABA.BAB", "_ _ _ _ _ _ _"],
    ["two checks in turn", "AaAaAaAa", "_ _ _ _ _ _ _ _"],
    ["turns without results", "A-B-A-B-", "_ _ _ _ _ _ 2 _"],
    ["one failure", "AAAAAA", "_ _ _ _ _ _"],
  ])("%s", (_what, letters, expected) => {
    expect(said(letters)).toBe(expected)
  })

  it.each([
    ["a failure and an edit that is rejected", "A1A1A1", "_ _ _ 2 _ 3"],
    ["the rejected edit first", "1A1A", "_ _ _ 2"],
    ["two reasons", "1212", "_ _ _ 2"],
    ["two reasons whatever the check says", "1A2A1A2", "_ _ _ _ _ _ 2"],
    ["one reason", "1111", "_ _ _ _"],
    ["an edit went through", "A1Aw1A", "_ _ _ _ _ _"],
    ["an edit went through before", "1wA1A1", "_ _ _ _ _ 2"],
    ["a pass between", "A1A.1A1", "_ _ _ _ _ _ _"],
    ["a pass between two reasons", "12.12", "_ _ _ _ _"],
    ["one that comes between starts no rounds of its own", "ABA1BABA", "_ _ _ _ 2 _ 3 _"],
    ["the failures of two checks", "A1a1", "_ _ _ _"],
    ["each check on its own", "A1a2A1a2", "_ _ _ _ _ _ _ 2"],
  ])("with rejected edits: %s", (_what, letters, expected) => {
    expect(said(letters)).toBe(expected)
  })

  it("trips from the threshold on, and at every further round", () => {
    expect(said("ABABABABAB", { alternating_failures_after: 3 })).toBe("_ _ _ _ _ 3 _ 4 _ 5")
    expect(said("ABABABABAB", { alternating_failures_after: null })).toBe("_ _ _ _ _ _ _ _ _ _")
  })

  it("ends the run at as many trips as stuck diagnostics may have", () => {
    expect(said("ABABABAB", { stuck_hard_stop_after: 3 })).toBe("_ _ _ 2 _ 3 _ 4!")
    expect(said("ABABCDCDCD", { stuck_hard_stop_after: 2 })).toBe("_ _ _ 2 _ _ _ 2 _ 3!")
    expect(said("ABAB", { stuck_hard_stop_after: 1 })).toBe("_ _ _ 2!")
  })

  it("starts over at a new minimum of the failing set", () => {
    const red = (...names: readonly string[]): Result => [
      "unit",
      { ok: false, error: "red", diagnostics: names.map((test_id) => ({ test_id, message: "red" })) },
    ]
    const [three, two, one] = [red("a", "b", "c"), red("b", "c"), red("c")]
    const turns = (...results: readonly Result[]) => results.map((result) => [result])
    expect(play({}, turns(three, two, three, two)).said).toBe("_ _ _ _")
    expect(play({}, turns(three, two, three, one, three, one)).said).toBe("_ _ _ _ _ _")
    expect(play({}, turns(two, three, two, three)).said).toBe("_ _ _ 2")
  })

  it("keeps a rejected edit and a failure that say the same apart", () => {
    const turns = [fails("no match"), fails("no match", "apply_fix")]
    expect(
      play(
        {},
        [...turns, ...turns].map((result) => [result]),
      ).said,
    ).toBe("_ _ _ 2")
  })

  it("counts one rejected edit a turn, the first, and none where another went through", () => {
    const both = [rejected("one"), rejected("two and more")]
    expect(play({}, [both, both, both]).said).toBe("_ _ _")
    const mended = [rejected("one"), ["apply_fix", { ok: true, output: "edited" }]] as const
    expect(play({}, [[fails("boom")], mended, [fails("boom")], mended]).said).toBe("_ _ _ _")
  })

  it.each<readonly [string, Result]>([
    ["a result still running", ["apply_fix", { status: "running" }]],
    ["a finding that is advice", ["apply_fix", { ok: false, status: "advisory", error: "stale" }]],
    ["an ok edit that changed nothing", ["apply_fix", { ok: true, mutation_status: "unchanged" }]],
    [
      "a failing call that is no edit",
      ["read", { ok: false, error: "no", annotations: { kind: "read", evidence_role: "observation" } }],
    ],
  ])("does not take %s for a rejected edit", (_what, result) => {
    expect(play({}, [[fails("boom")], [result], [fails("boom")], [result]]).said).toBe("_ _ _ _")
  })

  it("takes what a tool that edits and checks says for evidence, once", () => {
    const turn = (error: string): readonly Result[] => [["fix_and_test", { ok: false, error }]]
    const { said: counts, state } = play({}, [turn("one"), turn("two"), turn("one"), turn("two")])
    expect(counts).toBe("_ _ _ 2")
    expect(state.alternations.find(({ with_edits }) => !with_edits)?.length).toBe(4)
  })

  it("says the failure of the check", () => {
    expect(play({}, "A1A1".split("").map(resultOf)).state.warnings).toMatchObject([
      { pattern: "alternating_failures", check_id: "unit", diagnostic_snippet: "failure A" },
    ])
    expect(play({}, "aABAB".split("").map(resultOf)).state.warnings).toMatchObject([{ check_id: "unit" }])
    expect(play({}, "A1Aa1".split("").map(resultOf)).state.warnings).toMatchObject([{ check_id: "unit" }])
    expect(play({}, "1A2A1A2".split("").map(resultOf)).state.warnings).toMatchObject([{ check_id: "unit" }])
    expect(play({}, "1212".split("").map(resultOf)).state.warnings[0]).not.toHaveProperty("check_id")
  })

  it.each([
    ["ABAB", ["Two failures are taking turns, each seen 2 times by now.", "> failure A", "> failure B"]],
    [
      "A1A1",
      [
        "A rejected edit and a failure are taking turns, each seen 2 times by now.",
        "> failure A",
        "> rejected, reason xx",
      ],
    ],
    [
      "1212",
      [
        "Two reasons to reject your edits are taking turns, each seen 2 times by now.",
        "> rejected, reason xx",
        "> rejected, reason xxx",
      ],
    ],
  ])("names both that take turns in %s", (letters, lines) => {
    const shown = (play({}, letters.split("").map(resultOf)).feedback.at(-1) ?? "").split("\n")
    expect(shown.filter((line) => /^>|turns/.test(line))).toEqual(lines)
  })

  it("leaves a turn to another pattern that is due", () => {
    const missing = (name: string): readonly Result[] => [
      ["unit", { ok: false, error: `sh: 1: ${name}: not found`, exit_code: 127 }],
    ]
    const turns = [missing("vitest"), missing("jest"), missing("vitest"), missing("jest")]
    expect(play({}, turns).said).toBe("_ _ _ 2")
    expect(play({ environment_failure_after: 2 }, turns).said).toBe("_ _ 2 2")
  })

  it("remembers the two failures of each check and its trips", () => {
    const track = { check_id: "unit", before: { key: "", says: "" }, trips: 0 }
    expect(play({}, [resultOf("A")]).state.alternations).toMatchObject([
      { ...track, with_edits: false, length: 1 },
      { ...track, with_edits: true, length: 1 },
    ])
    const { alternations } = play({}, "aABAB".split("").map(resultOf)).state
    expect(alternations.map(({ check_id, length, trips }) => [check_id, length, trips])).toEqual([
      ["lint", 1, 0],
      ["lint", 1, 0],
      ["unit", 4, 1],
      ["unit", 4, 0],
    ])
  })

  it("remembers 16 checks, twice", () => {
    const turns = Array.from({ length: 40 }, (_, at): readonly Result[] => [
      [
        "any",
        { ok: false, error: "boom", annotations: { evidence_role: "verification", check_id: `${at}` } },
      ],
    ])
    expect(play({}, turns).state.alternations).toHaveLength(32)
  })
})
