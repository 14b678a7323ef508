import { createAgentLoop, scriptedModel } from "@proofloop/runtime"
import { changedShop, submit, verifiersThat } from "../session/verifier.fixture.ts"
import { testsThenVerifiers } from "./tests_then_verifiers.ts"

export const PASSING = ["node", "-e", "console.log('===== 2 passed in 0.01s =====')"] as const

export async function runWith(command: readonly [string, ...string[]], verdict: "pass" | "fail" | "risk") {
  const shop = await changedShop()
  const { model, requests } = verifiersThat(() => submit(verdict))
  const result = await createAgentLoop({
    model: scriptedModel(() => ({ text: "done" })),
    verify_completion: testsThenVerifiers({ command }, { ...shop, model }),
    max_verify_attempts: 2,
  }).run("Fix it").result
  return { result, asked: requests.length }
}
