import { describe, expect, it } from "vitest"
import { isTranscript } from "./case.ts"
import { loadCases } from "./load_cases.ts"
import { ourImplementation } from "./ours.ts"
import { runCase } from "./run_case.ts"

const cases = (await loadCases()).filter(isTranscript)
const implementation = ourImplementation()

describe("our implementation", () => {
  it.each(cases.map((played) => [played.id, played] as const))("%s", async (_id, played) => {
    const outcome = await runCase(implementation, played)
    expect(outcome.message ?? "").toBe("")
    expect(outcome.status).toBe("passed")
  })
})
