import { createAgentLoop, scriptedModel } from "@proofloop/runtime"
import { describe, expect, it } from "vitest"
import { changedShop, submit, verifiersThat } from "../session/verifier.fixture.ts"
import { testsThenVerifiers } from "./tests_then_verifiers.ts"

const passing = ["node", "-e", "console.log('===== 2 passed in 0.01s =====')"] as const
const failing = ["node", "-e", "console.log('1 failed'); process.exit(1)"] as const

async function runWith(command: readonly [string, ...string[]], verdict: "pass" | "fail" | "risk") {
  const shop = await changedShop()
  const { model, requests } = verifiersThat(() => submit(verdict))
  const result = await createAgentLoop({
    model: scriptedModel(() => ({ text: "done" })),
    verify_completion: testsThenVerifiers({ command }, { ...shop, model }),
    max_verify_attempts: 2,
  }).run("Fix it").result
  return { result, asked: requests.length }
}

describe("testsThenVerifiers", () => {
  it("asks nobody about work that fails its tests", async () => {
    const { result, asked } = await runWith([...failing], "pass")
    expect(result).toMatchObject({ status: "verify_exhausted", verified: false })
    expect(asked).toBe(0)
  })

  it("verifies by the tests what three lenses cannot refute", async () => {
    const { result, asked } = await runWith([...passing], "pass")
    expect(result).toMatchObject({ status: "done", verified: true, proof: { exit_code: 0, tests_run: 2 } })
    expect(asked).toBe(3)
  })

  it("lets a refutation veto tests that pass", async () => {
    const { result } = await runWith([...passing], "fail")
    expect(result).toMatchObject({ status: "verify_exhausted", verified: false })
    expect(JSON.stringify(result.transcript)).toContain("refuted the work")
  })
})
