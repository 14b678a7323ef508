import { Client, InMemoryTransport } from "@modelcontextprotocol/client"
import { requireGit } from "@proofloop/foundation/git"
import type { JsonObject } from "@proofloop/foundation/text"
import { aiSdkTools } from "@proofloop/stdlib/critics"
import { toolServerFactory } from "@proofloop/stdlib/mcp"
import { expect, onTestFinished, test } from "vitest"
import { planWith } from "../rows.fixture.ts"
import { bench, FINDING, plan } from "./tools.fixture.ts"
import { selfCorrectionTools } from "./tools.ts"

const NAMES = [
  "triage_feedback",
  "localise_feedback",
  "draft_fix_plan",
  "is_plan_large_job",
  "critique_turn_output",
  "apply_self_fix",
  "write_self_fix_regression_test",
  "verify_differential",
  "publish_self_fix_pr",
  "record_self_fix_pr",
]

// @requirement self-correction.tools
test("there are ten tools, each once, with a schema, for a loop and for the AI SDK", async () => {
  const { options } = await bench()
  const tools = selfCorrectionTools(options)
  expect(tools.map(({ name }) => name)).toEqual(NAMES)
  expect(Object.keys(aiSdkTools(tools))).toEqual(NAMES)
  // A call has no parameter for what belongs to the host.
  const schemas = JSON.stringify(tools.map(({ input_schema }) => Object.keys(shapeOf(input_schema))))
  expect(schemas).not.toMatch(/repo_root|base|db_path|command/)
})

test("an MCP client sees all ten, calls one, and is told why a call is refused", async () => {
  const { options } = await bench()
  const made = toolServerFactory({ name: "fixes", version: "1", tools: selfCorrectionTools(options) })
  const [here, there] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: "test", version: "1" })
  await Promise.all([made().connect(there), client.connect(here)])
  onTestFinished(() => client.close())
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(NAMES)
  const read_only = tools.filter(({ annotations }) => annotations?.readOnlyHint === true)
  expect(read_only.map(({ name }) => name)).toEqual(NAMES.slice(0, 5))
  const answer = await client.callTool({ name: "is_plan_large_job", arguments: { plan: planWith() } })
  expect(answer.content).toEqual([{ type: "text", text: '{"large":false,"reasons":[]}' }])
  const given = { pr_url: "https://example.org/pull/1", feedback_id: "fb-1" }
  const refused = await client.callTool({ name: "record_self_fix_pr", arguments: given })
  expect(refused).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("is not a pull request of this forge") }],
  })
})

function shapeOf(schema: unknown): object {
  return (schema as { readonly shape: object }).shape
}

test("those that change nothing", async () => {
  const { call, root } = await bench()
  const triaged = await call("triage_feedback", {
    feedback_id: "fb-1",
    body: "discount(100, 10) gives 110.",
    from_handle: "ada",
    severity: "high",
  })
  expect(triaged).toMatchObject({ ok: true, result: { fix_class: "tool", confidence: 90 } })
  const located = await call("localise_feedback", {
    fix_class: "tool",
    candidate_files: [{ path: "src/price.mjs:2" }, { path: "../../etc/passwd" }],
  })
  expect(located).toMatchObject({
    ok: true,
    result: { hits: [{ path: "src/price.mjs", line_start: 2 }], skipped: [{ path: "../../etc/passwd" }] },
  })
  const { hits } = located.result as { readonly hits: JsonObject[] }
  const drafted = await call("draft_fix_plan", {
    feedback: { id: "fb-1", body: "discount(100, 10) gives 110." },
    localised_hits: hits,
    fix_class: { fix_class: "tool" },
  })
  expect(drafted).toMatchObject({
    ok: true,
    result: { feedback_id: "fb-1", files: [{ path: "src/price.mjs" }] },
  })
  const judged = await call("is_plan_large_job", { plan: drafted.result as JsonObject })
  expect(judged).toMatchObject({ ok: true, result: { large: false } })
  const small = await call("is_plan_large_job", { plan: drafted.result as JsonObject, threshold_loc: 5 })
  expect(small).toMatchObject({ ok: true, result: { large: true } })
  expect(await call("is_plan_large_job", { plan, threshold_loc: 1000 })).toMatchObject({ ok: false })
  const critique = await call("critique_turn_output", { success_criterion: "cents", recent_output: "edited" })
  expect(critique).toMatchObject({ ok: true, result: { high_confidence_findings: [FINDING] } })
  expect(await requireGit(root, ["status", "--porcelain"])).toBe("")
})

test("a pull request is recorded for its own feedback alone", async () => {
  const { call, store, issue_url } = await bench()
  const unknown = await call("record_self_fix_pr", { pr_url: issue_url, feedback_id: "fb-9" })
  expect(unknown).toMatchObject({ ok: false, error: expect.stringContaining("fb-9") })
  for (const pr_url of [issue_url, "https://example.org/pull/1", "no address"]) {
    expect(await call("record_self_fix_pr", { pr_url, feedback_id: "fb-1" })).toMatchObject({ ok: false })
  }
  expect(await store.get("fb-1")).toMatchObject({ fix_pr_url: null })
})
