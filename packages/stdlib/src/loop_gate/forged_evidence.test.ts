import { createAgentLoop, scriptedModel } from "@proofloop/runtime"
import { expect, it } from "vitest"
import { repositoryWith } from "../../../foundation/src/git/repository.fixture.ts"
import { workspaceTools } from "../workspace/workspace_tools.ts"
import { forgedEvidence, type ForgedEvidenceOptions } from "./forged_evidence.ts"
import { DONE, write } from "./loop_gate.fixture.ts"

const TEST = `import assert from "node:assert/strict"
import { test } from "node:test"
import { price } from "./price.js"

test("is the total of an order", () => {
  assert.equal(price({ total: 3 }), 3)
})
`

const FILES = {
  "package.json": '{\n  "private": true,\n  "type": "module",\n  "scripts": { "test": "node --test" }\n}\n',
  "price.js": "export function price(order) {\n  return order.sum\n}\n",
  "price.test.js": TEST,
}

async function runWith(path: string, content: string, options: ForgedEvidenceOptions = {}) {
  const root = await repositoryWith(FILES)
  const loop = createAgentLoop({
    model: scriptedModel([write(path, content), DONE]),
    tools: workspaceTools({ root }),
    workspace_root: root,
    verify_completion: { command: "node --test", cwd: root },
    examine_proof: forgedEvidence({ env: {}, ...options }),
    max_iterations: 3,
  })
  return loop.run("Make the test pass").result
}

const HONEST = "export function price(order) {\n  return order.total\n}\n"
const WEAKER = TEST.replace("assert.equal(price({ total: 3 }), 3)", "assert.ok(true)")

// @requirement proof.remarks
it("has the proof of a run say that a test asserts less", async () => {
  expect(await runWith("price.test.js", WEAKER)).toMatchObject({
    verified: true,
    proof: {
      check_changed: ["price.test.js"],
      remarks: [{ status: "told", source: "forged-weakened", path: "price.test.js" }],
    },
  })
})

it("refuses such a proof where the host wants it so", async () => {
  expect(await runWith("price.test.js", WEAKER, { refuse: true })).toMatchObject({
    verified: false,
    stop_detail: expect.stringMatching(/^the proof is refused by forged-weakened: price\.test\.js: /),
    proof: { remarks: [{ status: "refused", source: "forged-weakened" }] },
  })
})

it("says of an answer that stands in the code what no list of changed checks can", async () => {
  const cheat = "export function price(order) {\n  if (order.total === 3) return 3\n  return order.sum\n}\n"
  expect(await runWith("price.js", cheat)).toMatchObject({
    verified: true,
    proof: { check_changed: [], remarks: [{ source: "forged-hard-coded", path: "price.js" }] },
  })
})

it("has nothing to say of an honest fix, nor of critics that are off", async () => {
  expect(await runWith("price.js", HONEST)).toMatchObject({ verified: true, proof: { remarks: [] } })
  const off = { critics: { "forged-weakened": false } }
  expect(await runWith("price.test.js", WEAKER, off)).toMatchObject({ proof: { remarks: [] } })
})
