import { describe, expect, it } from "vitest"
import type { Case } from "./case.ts"
import { reporters } from "./reporters.ts"
import { runSuite } from "./run_suite.ts"

const GOOD: Case = {
  id: "a/good",
  description: "a call",
  requirement: "actions.key.name",
  kind: "detector",
  options: { stall_diagnostics: {} },
  tools: {},
  script: [{ call: "list", ok: "a", expect: { streak: 1 } }],
}
const BAD: Case = { ...GOOD, id: "a/bad", script: [{ call: "list", ok: "a", expect: { streak: 2 } }] }

describe("runSuite", () => {
  it("counts cases and requirements", async () => {
    const result = await runSuite({ cases: [GOOD, BAD] })
    expect(result).toMatchObject({
      passed: 1,
      failed: 1,
      skipped: 0,
      requirements: { "actions.key.name": { passed: 1, failed: 1 } },
    })
  })

  it("runs what the filter names, and refuses a filter that names nothing", async () => {
    expect(await runSuite({ cases: [GOOD, BAD], filter: "good" })).toMatchObject({ passed: 1, failed: 0 })
    await expect(runSuite({ cases: [GOOD], filter: "nothing" })).rejects.toThrow(
      'no case or requirement has "nothing"',
    )
  })

  it("is red on an unexpected warning or hard stop", async () => {
    const options = { stall_diagnostics: { threshold: 2, hard_stop_after_trips: 1 } }
    const script = [{ call: "list", ok: "a", times: 2 }]
    const result = await runSuite({ cases: [{ ...GOOD, options, script }] })
    expect(result.cases[0]?.message).toMatch(/^script\[0\] time 2: (?:hard_stop|warnings): /)
  })

  it("tries cases under a preset, and leaves out those that take another value for granted", async () => {
    const cases: readonly Case[] = [
      { ...GOOD, id: "own", options: { stall_diagnostics: { threshold: 5 } } },
      { ...GOOD, id: "other", options: { stall_diagnostics: { repeat_same_error: 9 } } },
    ]
    const result = await runSuite({ cases, preset: { stall_diagnostics: { threshold: 4, max_feedback: 1 } } })
    expect(result.cases.map(({ id, status, message }) => [id, status, message])).toEqual([
      ["own", "skipped", "takes threshold: 5 for granted"],
      ["other", "skipped", "takes threshold: 3 for granted"],
    ])
  })
})

describe("reporters", () => {
  const skipped = { ...GOOD, id: "a/loop", kind: "loop" as const }
  const implementation = {
    name: "other",
    capabilities: ["detector"] as const,
    request: async () => ({ step: { state: { streak: 1 }, warnings: [], hard_stop: false } }),
    close: async () => {},
  }

  it("say what failed and what was skipped", async () => {
    const result = await runSuite({ cases: [GOOD, BAD, skipped], implementation })
    expect(reporters.text(result)).toBe(
      "✗ a/bad (actions.key.name)\n    script[0]: streak: expected 2, got 1\n" +
        "- 1 skipped: other does not do loop cases\n1 passed, 1 failed, 1 skipped (3 promises, 0 golden)\n",
    )
    expect(reporters.tap(result)).toBe(
      'TAP version 14\n1..3\nok 1 - a/good\nnot ok 2 - a/bad\n  ---\n  message: "script[0]: streak: expected 2, got 1"\n  ...\n' +
        "ok 3 - a/loop # SKIP other does not do loop cases\n# 3 promises, 0 golden\n",
    )
    expect(Object.keys(JSON.parse(reporters.json(result)) as object)).toEqual([
      "passed",
      "failed",
      "skipped",
      "promises",
      "golden",
      "forged",
      "cases",
      "requirements",
    ])
    expect(reporters.junit(result)).toContain(
      '<failure message="script[0]: streak: expected 2, got 1"/></testcase>',
    )
  })
})
