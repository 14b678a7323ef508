import { describe, expect, it } from "vitest"
import { addFiles } from "../../../foundation/src/files/workspace.fixture.ts"
import { changedShop, judgeOf, submit, verifiersThat } from "../session/verifier.fixture.ts"
import { independentVerifiers } from "./independent_verifiers.ts"

describe("independentVerifiers", () => {
  it("passes with the lenses named, never looks at the transcript, and asks no model twice for one change", async () => {
    const shop = await changedShop()
    const { model, requests } = verifiersThat(() => submit("pass"))
    const answer = {
      status: "pass",
      check_id: "independent-verifiers",
      output: expect.stringContaining("concurrency-security, contract-conformance, wiring"),
    }
    const judge = judgeOf({ ...shop, model })
    expect(await judge()).toEqual(answer)
    expect(await judge()).toEqual(answer)
    expect(requests).toHaveLength(3)
    await addFiles(shop.root, { "src/fee.py": "FEE = 3\n" })
    expect(await judge()).toEqual(answer)
    expect(requests).toHaveLength(6)
  })

  it("refuses bad options at once", async () => {
    const { model } = verifiersThat(() => submit("pass"))
    expect(() => independentVerifiers({ root: ".", model, only: ["wirin"] })).toThrow(/Did you mean "wiring"/)
  })
})
