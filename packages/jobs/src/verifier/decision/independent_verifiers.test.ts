import { describe, expect, it } from "vitest"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"
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

  it("asks no model where nothing is promised, and says so; what weakens a pass stands in it", async () => {
    const shop = await changedShop()
    const { model, requests } = verifiersThat(() => submit("pass"))
    expect(await judgeOf({ ...shop, contract: [], tests: [], model })()).toMatchObject({
      status: "unable",
      reason: expect.stringContaining("nothing was promised, nothing could be checked"),
    })
    expect(requests).toEqual([])
    const events: unknown[] = []
    const judge = judgeOf({ ...shop, model, on_event: (event) => events.push(event) })
    expect(await judge()).toMatchObject({
      status: "pass",
      output: expect.stringMatching(/\ncaveat: wiring.*were judged by one model, reviewer-1/),
    })
    const caveats = expect.arrayContaining([expect.stringContaining("one model, reviewer-1")])
    expect(events.at(-1)).toMatchObject({ type: "verifier.decided", outcome: "PASS", caveats })
  })

  it("refuses bad options at once", async () => {
    const { model } = verifiersThat(() => submit("pass"))
    expect(() => independentVerifiers({ root: ".", model, only: ["wirin"] })).toThrow(/Did you mean "wiring"/)
  })
})
