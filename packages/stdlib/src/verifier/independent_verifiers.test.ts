import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { createAgentLoop, scriptedModel, type VerifyPayload } from "@proofloop/runtime"
import { describe, expect, it } from "vitest"
import { addFiles } from "../workspace/workspace.fixture.ts"
import { workspaceTools } from "../workspace/workspace_tools.ts"
import { independentVerifiers } from "./independent_verifiers.ts"
import { openVerdictLedger } from "./ledger.ts"
import { changedShop, evidence, submit, verifiersThat } from "./verifier.fixture.ts"
import type { VerifierOptions } from "./verifiers.ts"

const payload: VerifyPayload = {
  run_id: "run",
  task: "task",
  stop_reason: "natural",
  iteration: 1,
  text: "",
  get transcript(): never {
    throw new Error("the transcript was looked at")
  },
  all_tools_used: [],
  successful_tools_used: [],
}

async function ask(options: VerifierOptions, signal = new AbortController().signal) {
  return independentVerifiers(options)(payload, { signal })
}

describe("independentVerifiers", () => {
  it("passes with the lenses named, never looks at the transcript, and asks no model twice for one change", async () => {
    const shop = await changedShop()
    const { model, requests } = verifiersThat(() => submit("pass"))
    const answer = {
      status: "pass",
      check_id: "independent-verifiers",
      output: expect.stringContaining("concurrency-security, contract-conformance, wiring"),
    }
    expect(await ask({ ...shop, model })).toEqual(answer)
    expect(await ask({ ...shop, model })).toEqual(answer)
    expect(requests).toHaveLength(3)
    await addFiles(shop.root, { "src/fee.py": "FEE = 3\n" })
    expect(await ask({ ...shop, model })).toEqual(answer)
    expect(requests).toHaveLength(6)
  })

  it("asks only the lenses that have not judged this change", async () => {
    const shop = await changedShop()
    const first = verifiersThat((lens) => (lens === "wiring" ? { text: "" } : submit("pass")))
    const once = await ask({ ...shop, model: first.model, max_iterations: 2 })
    expect(once).toMatchObject({ status: "unable", reason: expect.stringContaining("2/3") })
    const second = verifiersThat(() => submit("pass"))
    expect(await ask({ ...shop, model: second.model })).toMatchObject({ status: "pass" })
    expect(second.requests).toHaveLength(1)
  })

  it("fails with each refutation and its lens", async () => {
    const { model } = verifiersThat((lens) =>
      lens === "wiring" ? submit("pass") : submit("fail", { refutation: `REFUTED-BY-${lens}` }),
    )
    const answer = await ask({ ...(await changedShop()), model })
    expect(answer).toMatchObject({ status: "fail", check_id: "independent-verifiers" })
    const told = JSON.stringify(answer)
    expect(told).toContain(`concurrency-security (fail): ${evidence}`)
    expect(told).toContain("REFUTED-BY-concurrency-security")
    expect(told).toContain("REFUTED-BY-contract-conformance")
    expect(told).not.toContain("wiring")
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

  it("refuses bad options at once", async () => {
    const { model } = verifiersThat(() => submit("pass"))
    expect(() => independentVerifiers({ root: ".", model, only: ["wirin"] })).toThrow(/Did you mean "wiring"/)
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
