import { createAgentLoop, scriptedModel } from "@proofloop/runtime"
import { describe, expect, it } from "vitest"
import { ask, changedShop, EVIDENCE, submit, verifiersThat } from "../session/verifier.fixture.ts"
import { independentVerifiers } from "./independent_verifiers.ts"

describe("independentVerifiers", () => {
  it("fails with each refutation and its lens", async () => {
    const { model } = verifiersThat((lens) =>
      lens === "wiring" ? submit("pass") : submit("fail", { refutation: `REFUTED-BY-${lens}` }),
    )
    const answer = await ask({ ...(await changedShop()), model })
    expect(answer).toMatchObject({ status: "fail", check_id: "independent-verifiers" })
    const told = JSON.stringify(answer)
    expect(told).toContain(`concurrency-security (fail): ${EVIDENCE}`)
    expect(told).toContain("REFUTED-BY-concurrency-security")
    expect(told).toContain("REFUTED-BY-contract-conformance")
    expect(told).not.toContain("wiring")
  })
})

describe("in a loop", () => {
  it("alone makes no run verified; a command that passes does", async () => {
    const shop = await changedShop()
    const { model } = verifiersThat(() => submit("pass"))
    const verify_completion = independentVerifiers({ ...shop, model })
    const worker = () => scriptedModel([{ text: "done" }])
    const alone = await createAgentLoop({ model: worker(), verify_completion }).run("Fix it").result
    expect(alone).toMatchObject({ status: "done", verified: false })
    const check = { name: "check", description: "tests", input_schema: { type: "object" } }
    const loop = createAgentLoop({
      model: scriptedModel([{ tool_calls: [{ name: "check" }] }, { text: "done" }]),
      tools: [
        {
          ...check,
          annotations: { evidence_role: "verification", check_id: "tests" },
          execute: () => ({ ok: true, output: "3 passed", tests_run: 3 }),
        },
      ],
      verify_completion,
    })
    expect(await loop.run("Fix it").result).toMatchObject({
      status: "done",
      verified: true,
      proof: { check_id: "tests" },
    })
  })
})
