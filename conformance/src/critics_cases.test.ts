import { describe, expect, it } from "vitest"
import { loadCases } from "./load_cases.ts"
import { ourImplementation } from "./ours.ts"
import { runCase } from "./run_case.ts"

const cases = (await loadCases()).filter(({ kind }) => kind === "critics")
const implementation = ourImplementation()

describe("critic cases", () => {
  it.each(cases.map((played) => [played.id, played] as const))("%s", async (_id, played) => {
    const outcome = await runCase(implementation, played)
    expect(outcome.message ?? "").toBe("")
    expect(outcome.status).toBe("passed")
  })
})
