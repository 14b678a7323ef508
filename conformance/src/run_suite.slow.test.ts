import { describe, expect, it } from "vitest"
import { recommendedKnobs } from "./columns.ts"
import { loadCases } from "./load_cases.ts"
import { runSuite } from "./run_suite.ts"

describe("runSuite", () => {
  it("holds for the recommended column as a preset", async () => {
    const cases = await loadCases()
    const result = await runSuite({ cases, preset: { stall_diagnostics: recommendedKnobs() } })
    expect(result.passed).toBeGreaterThan(150)
    expect(result.cases.filter(({ status }) => status === "failed")).toEqual([])
  })

  it("is red for a preset that never nudges", async () => {
    const preset = { stall_diagnostics: { repair_aware: true, stuck_same_diagnostic_after: 50 } }
    expect((await runSuite({ cases: await loadCases(), preset })).failed).toBeGreaterThan(2)
  })
})
