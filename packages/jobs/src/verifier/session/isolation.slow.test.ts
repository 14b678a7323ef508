import { join } from "node:path"
import { createAgentLoop, scriptedModel } from "@proofloop/runtime"
import { describe, expect, it } from "vitest"
import { BETTER_ACCOUNT, shopWith } from "../brief/brief.fixture.ts"
import { independentVerifiers } from "../decision/independent_verifiers.ts"
import { planted, poisonedShop, curious, poisonIn, LENSES } from "./isolation.fixture.ts"
import { runVerifiers } from "./run_verifiers.ts"
import { submit, use, verifiersThat } from "./verifier.fixture.ts"

describe("isolation", () => {
  it("nor the builder's transcript, in a loop", async () => {
    const root = await poisonedShop()
    const { model, requests } = curious()
    const loop = createAgentLoop({
      model: scriptedModel([{ text: planted("transcript") }], { when_exhausted: "repeat_last" }),
      system_prompt: planted("system"),
      verify_completion: independentVerifiers({
        root,
        contract: ["docs/contract.md"],
        base: "HEAD~1",
        model,
      }),
    })
    const result = await loop.run(planted("task")).result
    expect(result).toMatchObject({ status: "done", verify_attempts: 0 })
    for (const lens of LENSES) expect(poisonIn(requests, lens)).toEqual([])
    expect(requests).toHaveLength(24)
  })

  it("secrets in the repository are redacted, code that only names one is not", async () => {
    const key = "sk-abcdefghijklmnopqrstuvwx"
    const root = await shopWith({
      "src/account.py": `${BETTER_ACCOUNT}KEY = "${key}"\npassword = "hunter2hunter2"\ntoken = next_token(account)\n`,
    })
    const { model, requests } = verifiersThat((_, turn) =>
      turn === 1 ? use("read_file", { path: join("src", "account.py") }) : submit("fail", { security: true }),
    )
    await runVerifiers({ root, contract: ["docs/contract.md"], model, only: ["concurrency-security"] })
    const all = requests.join("\n")
    expect(all).not.toMatch(/sk-abc|hunter2/)
    expect(all).toContain("token = next_token(account)")
    expect(requests.at(-1)?.match(/KEY = \\\\?"?\[redacted\]|KEY = \\"\[redacted\]/g)).toHaveLength(2)
  })
})
