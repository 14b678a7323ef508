import { join } from "node:path"
import { localForge } from "@proofloop/jobs/forge"
import { expect, test } from "vitest"
import { serve } from "../verdicts/serve.fixture.ts"
import { bench, FAST, jsonLines, pipeline, plainGit } from "./pipeline.fixture.ts"

const PROPOSAL = {
  diagnosis: "the discount is added",
  subject: "fix: take the discount off",
  edits: [{ path: "src/price.mjs", old_string: "price + (price", new_string: "price - (price" }],
  needs: [],
}

/** A fixer whose first proposal the critic sends back. */
async function serveFix(proposal: object = PROPOSAL) {
  let reviews = 0
  const { server } = await serve((_asked, { body }) => {
    const { model } = body as { model: string }
    if (model === "fixer-1") return { text: JSON.stringify(proposal) }
    reviews += 1
    return { text: JSON.stringify({ approved: reviews > 1, feedback: reviews > 1 ? "" : "Say why." }) }
  })
  const flags = ["--model", "fixer-1", "--critic-model", "critic-1", "--base-url", server.url]
  return { server, flags }
}

test("a branch of a person is offered a repair as a draft, and what is green is left alone", async () => {
  const { root, state } = await bench()
  const { flags, server } = await serveFix()
  const fix = async (branch: string) =>
    pipeline(state, "fix-ci", root, "--branch", branch, ...flags, ...FAST, "--check", "npm test", "--json")
  const { code, stdout } = await fix("main")
  expect(code).toBe(0)
  const repair = jsonLines({ stdout }).at(-1)
  expect(repair).toMatchObject({
    type: "pipeline.repair",
    branch: "main",
    status: "fixed",
    pull_request: { number: 1 },
    jobs: ["test"],
    model_calls: 4,
  })
  expect(JSON.stringify(server.requests.at(-2)?.body)).toContain("Say why.")
  const forge = localForge({ repository: join(root, ".proofloop/forge.git") })
  const { head, base, draft, body } = await forge.pulls.get(1)
  expect({ head, base, draft }).toEqual({ head: repair?.["pushed_to"], base: "main", draft: true })
  expect(body).toContain("the discount is added")
  expect(await fix(head)).toMatchObject({ code: 0, stdout: expect.stringContaining('"status":"not_red"') })
  const again = await fix("main")
  expect(again.code).toBe(3)
  expect(jsonLines(again).at(-1)).toMatchObject({ status: "offered", pull_request: { number: 1 } })
  expect(server.requests).toHaveLength(4)
  expect(await plainGit(root, "status", "--porcelain")).toBe("")
})

test("a CI that fails as before the last repair of its branch is left to a person", async () => {
  const { root, state } = await bench()
  const useless = { path: "README.md", old_string: "# Shop", new_string: "# The shop" }
  const { flags, server } = await serveFix({ ...PROPOSAL, edits: [useless] })
  const fix = async (branch: string) =>
    pipeline(state, "fix-ci", root, "--branch", branch, ...flags, ...FAST, "--check", "npm test", "--json")
  const head = String(jsonLines(await fix("main")).at(-1)?.["pushed_to"])
  const asked = server.requests.length
  const again = await fix(head)
  expect(again.code).toBe(3)
  expect(jsonLines(again).at(-1)).toMatchObject({ status: "same_failure", commit: null, model_calls: 0 })
  expect(server.requests).toHaveLength(asked)
})

test("a branch that is not there is told, and is no defect", async () => {
  const { root, state } = await bench()
  const { flags } = await serveFix()
  const { code, stderr } = await pipeline(state, "fix-ci", root, "--branch", "gone", ...flags, ...FAST)
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^proofloop: .*gone/) })
  expect((await pipeline(state, "fix-ci", root, ...flags)).stderr).toContain(
    "pipeline fix-ci needs --branch NAME",
  )
})
