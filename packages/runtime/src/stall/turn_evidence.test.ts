import { describe, expect, it, test } from "vitest"
import { parseStallConfig } from "./config.ts"
import { createDetector } from "./detector.ts"
import { failure, pass } from "./evidence_of.fixture.ts"
import { OK, read } from "./read_result.fixture.ts"
import type { SettledResult } from "./settled_result.ts"
import { BOUNDS, type Evidence } from "./state.ts"
import { turnEvidence } from "./turn_evidence.ts"

test("a failing check among more than sixteen of one turn is never dropped for a passing one", () => {
  const detector = createDetector({
    stall_diagnostics: { repair_aware: true, fold: "same_turn", all_results: true },
  })
  const names = Array.from({ length: 17 }, (_unused, index) => `check_${index}`)
  const tool_calls = names.map((name) => ({ name, arguments: {} }))
  const results = names.map((name, index) => ({
    tool_name: name,
    ok: index < 16,
    ...(index < 16 ? { output: "fine" } : { error: "boom" }),
    annotations: { evidence_role: "verification" as const, check_id: name },
  }))
  const step = detector.observe(detector.initial_state, { tool_calls, results })
  expect(step.current_failure).toMatchObject({ check_id: "check_16", snippet: "boom" })
})

function result(evidence: Evidence | null, fields: Partial<SettledResult> = {}): SettledResult {
  return { ...read(OK, undefined), evidence, role: "verification", ...fields }
}

function kept(all_results: boolean, ...results: readonly SettledResult[]): readonly string[] {
  const { evidence } = turnEvidence(results, parseStallConfig({ all_results }))
  return evidence.map((entry) => `${entry.check_id} ${entry.class} ${entry.snippet}`.trim())
}

const unit = (snippet: string) => result(failure({ check_id: "unit", snippet }))
const lint = (snippet: string) => result(failure({ check_id: "lint", snippet }))
const passed = (check_id: string) => result(pass({ check_id }))

describe("turnEvidence", () => {
  it.each<readonly [string, readonly SettledResult[], readonly string[], readonly string[]]>([
    [
      "the first failing result",
      [unit("a"), unit("b"), lint("c")],
      ["unit fail a"],
      ["unit fail a", "lint fail c"],
    ],
    ["a failure rather than a pass before it", [passed("unit"), unit("a")], ["unit fail a"], ["unit fail a"]],
    ["a failure rather than a pass behind it", [unit("a"), passed("unit")], ["unit fail a"], ["unit fail a"]],
    [
      "the first pass where nothing fails",
      [passed("unit"), passed("lint")],
      ["unit pass"],
      ["unit pass", "lint pass"],
    ],
    ["one pass of a check", [passed("unit"), passed("unit")], ["unit pass"], ["unit pass"]],
    [
      "in call order of the failures",
      [passed("unit"), lint("a"), unit("b")],
      ["lint fail a"],
      ["lint fail a", "unit fail b"],
    ],
    [
      "what is evidence at all",
      [result(null, { suspicion: null }), unit("a")],
      ["unit fail a"],
      ["unit fail a"],
    ],
  ])("keeps %s", (_what, results, one, every) => {
    expect(kept(false, ...results)).toEqual(one)
    expect(kept(true, ...results)).toEqual(every)
  })

  it("takes an undeclared pass beside an edit for the edit's own", () => {
    const edit = result(null, { wrote: true })
    const undeclared = result(pass(), { role: "undeclared" })
    expect(turnEvidence([edit, undeclared], parseStallConfig({}))).toMatchObject({
      made_edit: true,
      evidence: [],
    })
    expect(turnEvidence([edit, passed("unit")], parseStallConfig({})).evidence).toHaveLength(1)
    expect(turnEvidence([undeclared], parseStallConfig({}))).toMatchObject({
      made_edit: false,
      evidence: [{}],
    })
  })

  it("names the first rejected edit, unless one went through or it is evidence", () => {
    const { observation } = read(OK, undefined)
    const edit = (key: string, fields: Partial<SettledResult> = {}) =>
      result(null, {
        is_edit: true,
        rejection: { key, says: key },
        ok: false,
        observation: { ...observation, kind: "error" },
        ...fields,
      })
    const named = (...results: readonly SettledResult[]) =>
      turnEvidence(results, parseStallConfig({})).rejected_edit?.key
    expect(named(passed("unit"), edit("one"), edit("two"))).toBe("one")
    expect(named(edit("one"), result(null, { wrote: true }))).toBeUndefined()
    expect(named(edit("one", { evidence: failure() }))).toBeUndefined()
    expect(named(edit("one", { is_edit: false }))).toBeUndefined()
    expect(named(edit("one", { observation }))).toBeUndefined()
  })

  it("says whether a call that is no command may have edited", () => {
    const may = (...results: readonly SettledResult[]) =>
      turnEvidence(results, parseStallConfig({})).may_have_edited
    const unknown = read(OK, undefined)
    const command = read(OK, { kind: "execute" }, { command: "./forge all" })
    const looked = read(OK, { kind: "read" })
    expect([may(unknown), may(looked, unknown), may(command), may(looked), may()]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it("keeps 16 checks: a pass makes room for a failure, and nothing else does", () => {
    const checks = Array.from({ length: BOUNDS.folded }, (_, index) => `check ${index}`)
    const one_passed = checks.map((name) =>
      name === "check 3" ? passed(name) : result(failure({ check_id: name, snippet: "x" })),
    )
    const names = (...results: readonly SettledResult[]) =>
      kept(true, ...results).map((text) => text.split(" ").slice(0, 2).join(" "))
    expect(names(...one_passed, unit("a"))).toEqual([
      ...checks.filter((name) => name !== "check 3"),
      "unit fail",
    ])
    expect(names(...one_passed, passed("unit"))).toEqual(checks)
    expect(names(...one_passed, unit("a"), lint("b"))).toEqual([
      ...checks.filter((name) => name !== "check 3"),
      "unit fail",
    ])
    expect(names(...checks.map(passed), passed("unit"))).toEqual(checks)
  })
})
