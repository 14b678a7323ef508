import { describe, expect, it } from "vitest"
import { PASSING, runWith } from "./tests_then_verifiers.fixture.ts"

describe("testsThenVerifiers", () => {
  it("lets a refutation veto tests that pass", async () => {
    const { result } = await runWith([...PASSING], "fail")
    expect(result).toMatchObject({ status: "verify_exhausted", verified: false })
    expect(JSON.stringify(result.transcript)).toContain("refuted the work")
  })
})
