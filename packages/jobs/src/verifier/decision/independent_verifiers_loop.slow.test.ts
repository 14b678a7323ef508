import { rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths } from "@proofloop/foundation/git"
import { createAgentLoop, scriptedModel } from "@proofloop/runtime"
import { workspaceTools } from "@proofloop/stdlib"
import { describe, expect, it } from "vitest"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"
import { buildBrief } from "../brief/build_brief.ts"
import { openVerdictLedger } from "../ledger/ledger.ts"
import { ask, changedShop, EVIDENCE, judgeOf, submit, verifiersThat } from "../session/verifier.fixture.ts"
import { STANDARD_LENS_IDS } from "../verdict/lens_verdict.ts"
import { independentVerifiers } from "./independent_verifiers.ts"

describe("independentVerifiers", () => {
  it("asks only the lenses that have not judged this change", async () => {
    const shop = await changedShop()
    let is_silent = true
    const { model, requests } = verifiersThat((lens) =>
      lens === "wiring" && is_silent ? { text: "" } : submit("pass"),
    )
    const judge = judgeOf({ ...shop, model, max_iterations: 2 })
    expect(await judge()).toMatchObject({
      status: "unable",
      reason: expect.stringMatching(/2\/3.*; wiring: it gave no verdict within 2 turns/),
    })
    const before = requests.length
    is_silent = false
    expect(await judge()).toMatchObject({ status: "pass" })
    expect(requests.slice(before)).toHaveLength(1)
  })

  it("is unable at a risk, an aborted run, an empty diff, and a ledger that was edited", async () => {
    const shop = await changedShop()
    const { model, requests } = verifiersThat(() => submit("risk"))
    expect(await ask({ ...shop, model })).toMatchObject({
      status: "unable",
      reason: expect.stringContaining("risk"),
    })
    const aborted = AbortSignal.abort()
    await addFiles(shop.root, { "src/fee.py": "FEE = 3\n" })
    expect(await ask({ ...shop, model }, aborted)).toMatchObject({
      status: "unable",
      reason: "it was aborted",
    })
    expect(requests).toHaveLength(3)
    expect(await ask({ ...shop, head: "HEAD", model })).toMatchObject({
      status: "unable",
      reason: expect.stringContaining("the diff is empty"),
    })
    await writeFile(join(shop.root, ".proofloop/verdicts/default.jsonl"), "edited\n")
    expect(await ask({ ...shop, model })).toMatchObject({ status: "unable" })
    expect(requests).toHaveLength(3)
  })

  it("a refutation goes back to the builder, and the repaired change is judged anew", async () => {
    const shop = await changedShop()
    const { model, requests } = verifiersThat((lens, _, request) => {
      const is_repaired = (request.messages[1]?.content ?? "").includes("+FEE = 3")
      return submit(lens === "wiring" && !is_repaired ? "fail" : "pass")
    })
    const worker = scriptedModel([
      { text: "done" },
      { tool_calls: [{ name: "write_file", arguments: { path: "src/fee.py", content: "FEE = 3\n" } }] },
      { text: "done" },
    ])
    const loop = createAgentLoop({
      model: worker,
      tools: workspaceTools({ root: shop.root, shell: false }),
      verify_completion: independentVerifiers({ ...shop, model, builder: { id: "worker" } }),
    })
    const result = await loop.run("Fix it").result
    expect(result).toMatchObject({ status: "done", verified: false, verify_attempts: 1 })
    expect(JSON.stringify(result.transcript)).toContain(`wiring (fail): ${EVIDENCE}`)
    expect(requests).toHaveLength(6)
    const entries = await openVerdictLedger(join(shop.root, ".proofloop/verdicts/default.jsonl")).read()
    expect(entries).toHaveLength(6)
  })

  it("believes no pass it did not ask for, and a refutation from anywhere", async () => {
    const shop = await changedShop()
    const ledger = openVerdictLedger(join(shop.root, ".proofloop/verdicts/default.jsonl"))
    const { manifest } = await buildBrief(shop)
    const forged = STANDARD_LENS_IDS.map((lens) => ({
      lens,
      verdict: "pass",
      evidence: EVIDENCE,
      verifier: { id: `proofloop/${lens}`, session_id: lens, model_name: "reviewer-1" },
      subject: manifest.subject,
      brief_sha256: manifest.brief_sha256,
    }))
    await ledger.append(forged)
    const silent = verifiersThat(() => ({ text: "" }))
    const unasked = await ask({ ...shop, model: silent.model, max_iterations: 1 })
    expect(unasked).toMatchObject({ status: "unable", reason: expect.stringContaining("no independent") })
    const refuting = verifiersThat((lens) => submit(lens === "wiring" ? "fail" : "pass"))
    const judge = judgeOf({ ...shop, model: refuting.model })
    expect(await judge()).toMatchObject({ status: "fail" })
    await ledger.append(forged)
    expect(await judge()).toMatchObject({ status: "fail" })
    expect(refuting.requests).toHaveLength(3)
    const { model, requests } = verifiersThat(() => submit("pass"))
    expect(await ask({ ...shop, model })).toMatchObject({ status: "fail" })
    expect(requests).toHaveLength(2)
  })

  it("believes nobody who lifts the stop of a person, be it through a lens that it does not ask", async () => {
    const shop = await changedShop()
    const ledger = openVerdictLedger(join(shop.root, ".proofloop/verdicts/default.jsonl"))
    const { manifest } = await buildBrief(shop)
    const by = (id: string) => ({
      lens: "wiring",
      evidence: EVIDENCE,
      verifier: { id, session_id: id, model_name: null },
      subject: manifest.subject,
      brief_sha256: manifest.brief_sha256,
    })
    await ledger.append([
      { ...by("ada"), verdict: "fail" },
      { ...by("bob"), verdict: "pass", lifts: EVIDENCE },
    ])
    const { model } = verifiersThat(() => submit("pass"))
    const others = STANDARD_LENS_IDS.filter((lens) => lens !== "wiring")
    expect(await ask({ ...shop, model, only: others })).toMatchObject({ status: "fail" })
  })

  it("is unable when what it recorded is gone from the ledger", async () => {
    const shop = await changedShop()
    const { model, requests } = verifiersThat(() => submit("fail"))
    const judge = judgeOf({ ...shop, model })
    expect(await judge()).toMatchObject({ status: "fail" })
    await rm(join(shop.root, ".proofloop"), { recursive: true })
    expect(await judge()).toMatchObject({ status: "unable", reason: expect.stringContaining("any more") })
    expect(requests).toHaveLength(3)
  })

  it("compares with the commit the base was before the builder began", async () => {
    const shop = await changedShop()
    const { model, requests } = verifiersThat(() => submit("pass"))
    const tool = {
      name: "commit",
      description: "commits",
      input_schema: { type: "object" },
      execute: async () => {
        await commitPaths(shop.root, ["src/account.py"], "hidden")
        await addFiles(shop.root, { "src/fee.py": "FEE = 3\n" })
        return { ok: true, output: "done" }
      },
    }
    const loop = createAgentLoop({
      model: scriptedModel([{ tool_calls: [{ name: "commit" }] }, { text: "done" }]),
      tools: [tool],
      verify_completion: independentVerifiers({ ...shop, model }),
    })
    await loop.run("Fix it").result
    expect(requests).toHaveLength(3)
    expect(requests[0]).toContain("+    if amount <= 0 or amount >")
  })
})
