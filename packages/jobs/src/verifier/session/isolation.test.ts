import { sha256 } from "@proofloop/foundation/files"
import type { ModelRequest } from "@proofloop/runtime"
import { describe, expect, it } from "vitest"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"
import { buildBrief } from "../brief/build_brief.ts"
import { poisonedShop, curious, poisonIn, LENSES } from "./isolation.fixture.ts"
import { verifierPrompt } from "./prompt.ts"
import { runVerifiers } from "./run_verifiers.ts"
import { submit, verifiersThat } from "./verifier.fixture.ts"

describe("isolation", () => {
  it("no request of any lens holds a message, an ignored file, a journal or another lens's words", async () => {
    const root = await poisonedShop()
    const { model, requests } = curious()
    const options = { root, contract: ["docs/contract.md"], base: "HEAD~1", model }
    const run = await runVerifiers(options)
    expect(run.verdicts).toHaveLength(3)
    const firsts = requests
      .map((text) => (JSON.parse(text) as ModelRequest).messages)
      .filter(({ length }) => length === 2)
    const given = firsts.map((messages) => sha256(JSON.stringify(messages.map(({ content }) => content))))
    // The sessions ask side by side, in any order.
    expect(run.sessions.map(({ prompt_sha256 }) => prompt_sha256).toSorted()).toEqual(given.toSorted())
    const brief = await buildBrief({ root, contract: ["docs/contract.md"], base: "HEAD~1" })
    const { system, task } = await verifierPrompt("wiring", brief, {})
    expect(given).toContain(sha256(JSON.stringify([system, task])))
    // A second round, with the verdicts of the first in the ledger.
    await addFiles(root, { "src/fee.py": "FEE = 3\n" })
    await runVerifiers(options)
    expect(requests).toHaveLength(2 * 3 * 8)
    for (const lens of LENSES) expect(poisonIn(requests, lens)).toEqual([])
  })

  it("the prompt tells them so", async () => {
    const { model, requests } = verifiersThat(() => submit("pass"))
    await runVerifiers({ root: await poisonedShop(), contract: ["docs/contract.md"], base: "HEAD~1", model })
    for (const word of ["isolation", "fresh", "context", "refute", "consensus", "path:line", "exactly once"])
      expect(requests[0]).toContain(word)
    expect(
      requests.map((text) => /What to try to refute: ([\w ,]+)/.exec(text)?.[1] ?? "").toSorted(),
    ).toEqual([
      "it does what the contract says",
      "it holds under parallel use and under attack",
      "it is connected",
    ])
  })
})
