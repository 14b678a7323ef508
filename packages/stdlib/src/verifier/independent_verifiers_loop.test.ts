import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { createAgentLoop, scriptedModel } from "@proofloop/runtime"
import { describe, expect, it } from "vitest"
import { addFiles } from "../workspace/workspace.fixture.ts"
import { workspaceTools } from "../workspace/workspace_tools.ts"
import { independentVerifiers } from "./independent_verifiers.ts"
import { openVerdictLedger } from "./ledger/ledger.ts"
import { ask, changedShop, evidence, submit, verifiersThat } from "./session/verifier.fixture.ts"

describe("independentVerifiers", () => {
  it("asks only the lenses that have not judged this change", async () => {
    const shop = await changedShop()
    const first = verifiersThat((lens) => (lens === "wiring" ? { text: "" } : submit("pass")))
    const once = await ask({ ...shop, model: first.model, max_iterations: 2 })
    expect(once).toMatchObject({ status: "unable", reason: expect.stringContaining("2/3") })
    const second = verifiersThat(() => submit("pass"))
    expect(await ask({ ...shop, model: second.model })).toMatchObject({ status: "pass" })
    expect(second.requests).toHaveLength(1)
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
    expect(JSON.stringify(result.transcript)).toContain(`wiring (fail): ${evidence}`)
    expect(requests).toHaveLength(6)
    const entries = await openVerdictLedger(join(shop.root, ".proofloop/verdicts/default.jsonl")).read()
    expect(entries).toHaveLength(6)
  })
})
