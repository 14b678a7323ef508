import { describe, expect, it } from "vitest"
import { PASSING, runWith } from "./tests_then_verifiers.fixture.ts"

const FAILING = ["node", "-e", "console.log('1 failed'); process.exit(1)"] as const

describe("testsThenVerifiers", () => {
  it("asks nobody about work that fails its tests", async () => {
    const { result, asked } = await runWith([...FAILING], "pass")
    expect(result).toMatchObject({ status: "verify_exhausted", verified: false })
    expect(asked).toBe(0)
  })

  it("verifies by the tests what three lenses cannot refute", async () => {
    const { result, asked } = await runWith([...PASSING], "pass")
    expect(result).toMatchObject({ status: "done", verified: true, proof: { exit_code: 0, tests_run: 2 } })
    expect(asked).toBe(3)
  })
})
