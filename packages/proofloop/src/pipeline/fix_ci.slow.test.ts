import { join } from "node:path"
import { localForge } from "@proofloop/jobs"
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
  const line = jsonLines({ stdout }).at(-1)
  expect(line).toMatchObject({
    type: "pipeline.repair",
    run_id: expect.stringMatching(/^fix-ci-[\da-f]{12}$/),
    exit_code: 0,
    branch: "main",
    repair: { status: "fixed", pull_request: { number: 1 }, jobs: ["test"], model_calls: 4 },
    error: null,
    stopped: null,
  })
  expect(JSON.stringify(server.requests.at(-2)?.body)).toContain("Say why.")
  const forge = localForge({ repository: join(root, ".proofloop/forge.git") })
  const { head, base, draft, body } = await forge.pulls.get(1)
  expect({ head, base, draft }).toEqual({ head: pushedTo(line), base: "main", draft: true })
  expect(body).toContain("the discount is added")
  expect(await fix(head)).toMatchObject({ code: 0, stdout: expect.stringContaining('"status":"not_red"') })
  const again = await fix("main")
  expect(again.code).toBe(3)
  expect(jsonLines(again).at(-1)).toMatchObject({
    repair: { status: "offered", pull_request: { number: 1 } },
  })
  expect(server.requests).toHaveLength(4)
  expect(await plainGit(root, "status", "--porcelain")).toBe("")
})

test("a CI that fails as before the last repair of its branch is left to a person", async () => {
  const { root, state } = await bench()
  const useless = { path: "README.md", old_string: "# Shop", new_string: "# The shop" }
  const { flags, server } = await serveFix({ ...PROPOSAL, edits: [useless] })
  const fix = async (branch: string) =>
    pipeline(state, "fix-ci", root, "--branch", branch, ...flags, ...FAST, "--check", "npm test", "--json")
  const head = pushedTo(jsonLines(await fix("main")).at(-1))
  const asked = server.requests.length
  const again = await fix(head)
  expect(again.code).toBe(3)
  expect(jsonLines(again).at(-1)).toMatchObject({
    repair: { status: "same_failure", commit: null, model_calls: 0 },
  })
  expect(server.requests).toHaveLength(asked)
})

test("a branch that is not there is told, and is no defect", async () => {
  const { root, state } = await bench()
  const { flags } = await serveFix()
  const fix = ["fix-ci", root, "--branch", "gone", ...flags, ...FAST]
  const { code, stdout, stderr } = await pipeline(state, ...fix)
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: expect.stringMatching(/^gone: .*gone/),
    stderr: "",
  })
  expect(jsonLines(await pipeline(state, ...fix, "--json"))).toMatchObject([
    { type: "pipeline.repair", run_id: "fix-ci", exit_code: 1, branch: "gone", stopped: null },
  ])
  expect((await pipeline(state, "fix-ci", root, ...flags)).stderr).toContain(
    "pipeline fix-ci needs --branch NAME",
  )
})

function pushedTo(line: Readonly<Record<string, unknown>> | undefined): string {
  return (line as { repair: { pushed_to: string } }).repair.pushed_to
}
