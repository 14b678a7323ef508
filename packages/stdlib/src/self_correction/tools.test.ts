import type { JsonObject, ToolResult } from "@proofloop/runtime"
import { scriptedModel } from "@proofloop/runtime/testing"
import { describe, expect, test } from "vitest"
import { aiSdkTools } from "../tools/ai_sdk_tools.ts"
import { requireGit } from "../workspace/git.ts"
import { good_edit, good_test, type Loop, loopWith, testWith } from "./loop.fixture.ts"
import { planWith } from "./rows.fixture.ts"
import { selfCorrectionTools } from "./tools.ts"

const names = [
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

const finding = {
  severity: "high",
  citation: "README.md: prices are in cents",
  fix_direction: "src/price.mjs:2 rounds to whole cents",
  confidence: 91,
}

async function bench(options: Parameters<typeof loopWith>[1] = {}) {
  const critic = scriptedModel([{ text: JSON.stringify({ findings: [finding], most_impactful: finding }) }])
  const loop = await loopWith({}, { model: critic, ...options })
  await loop.add()
  const tools = new Map(selfCorrectionTools(loop.options).map((tool) => [tool.name, tool]))
  const call = async (name: string, given: JsonObject): Promise<ToolResult> => {
    const context = { signal: new AbortController().signal, call_id: "c", iteration: 1 }
    return (await tools.get(name)?.execute(given, context)) as ToolResult
  }
  return { ...loop, tools, call }
}

const plan = { ...planWith() } as unknown as JsonObject

async function fixed({ call }: { readonly call: (name: string, given: JsonObject) => Promise<ToolResult> }) {
  const applied = await call("apply_self_fix", { plan, edits: [good_edit] })
  return applied.result as { readonly commit: string; readonly branch: string }
}

test("there are ten tools, each once, with a schema, for a loop and for the AI SDK", async () => {
  const { options } = await bench()
  const tools = selfCorrectionTools(options)
  expect(tools.map(({ name }) => name)).toEqual(names)
  expect(Object.keys(aiSdkTools(tools))).toEqual(names)
  // What is the host's is no parameter of a call.
  const schemas = JSON.stringify(tools.map(({ input_schema }) => Object.keys(shapeOf(input_schema))))
  expect(schemas).not.toMatch(/repo_root|base|db_path|command/)
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
  expect(critique).toMatchObject({ ok: true, result: { high_confidence_findings: [finding] } })
  expect(await requireGit(root, ["status", "--porcelain"])).toBe("")
})

describe("those that make a fix", () => {
  test("from edits to a pull request that the row knows", { timeout: 60_000 }, async () => {
    const made = await bench()
    const { call, forge, store, root } = made
    const { commit, branch } = await fixed(made)
    expect(branch).toBe("auto/proofloop/fb-1")
    const written = await call("write_self_fix_regression_test", { plan, fix_commit: commit })
    expect(written).toMatchObject({ ok: true, result: { branch, path: good_test.path } })
    const ran = await call("verify_differential", { test_path: good_test.path, fix_branch: branch })
    expect(ran).toMatchObject({ ok: true, result: { verified: true } })
    const given = { feedback_id: "fb-1", plan, regression_test_path: good_test.path }
    const published = await call("publish_self_fix_pr", given)
    expect(published).toMatchObject({ ok: true, result: { number: 1, branch, draft: true } })
    const { url } = await forge.pullRequest(1)
    const { length } = await store.notes("fb-1")
    const recorded = await call("record_self_fix_pr", { pr_url: url, feedback_id: "fb-1" })
    expect(recorded).toMatchObject({ ok: true, result: { feedback_id: "fb-1", pr_url: url } })
    expect(await store.get("fb-1")).toMatchObject({ state: "pending", fix_pr_url: url })
    expect(await store.notes("fb-1")).toHaveLength(length + 1)
    expect(await requireGit(root, ["status", "--porcelain"])).toBe("")
  })

  test("refuse what the loop refuses", { timeout: 60_000 }, async () => {
    const review = () => Promise.resolve({ overall: "block", passes: [], confidence: null } as const)
    const made = await bench({ review })
    const { call, forge } = made
    const nothing = { ...good_edit, old_string: "not there" }
    expect(await call("apply_self_fix", { plan, edits: [nothing] })).toMatchObject({ ok: false })
    expect(await call("apply_self_fix", { plan, edits: [] })).toMatchObject({ ok: false })
    const { commit, branch } = await fixed(made)
    const test_of = (test: JsonObject) =>
      call("write_self_fix_regression_test", { plan, fix_commit: commit, test })
    expect(await test_of(testWith("discount(100, 10)"))).toMatchObject({ ok: false })
    await test_of(testWith("assert.ok(discount(100, 10))"))
    const weak = await call("verify_differential", { test_path: good_test.path, fix_branch: branch })
    expect(weak).toMatchObject({ ok: false, error: expect.stringContaining("does not exercise the bug") })
    const given = { feedback_id: "fb-1", plan, regression_test_path: good_test.path }
    expect(await call("publish_self_fix_pr", given)).toMatchObject({ ok: false })
    await test_of(good_test)
    expect(await call("publish_self_fix_pr", given)).toMatchObject({
      ok: false,
      error: expect.stringContaining("review blocks"),
    })
    const large = { ...plan, fix_class: "architectural" }
    expect(await call("publish_self_fix_pr", { ...given, plan: large })).toMatchObject({
      ok: false,
      error: expect.stringContaining("a person has to approve it first"),
    })
    expect(await forge.findPullRequest(branch)).toBeNull()
  })
})

test("a pull request is recorded for its own feedback alone", async () => {
  const { call, store, issue_url }: Loop & Awaited<ReturnType<typeof bench>> = await bench()
  const unknown = await call("record_self_fix_pr", { pr_url: issue_url, feedback_id: "fb-9" })
  expect(unknown).toMatchObject({ ok: false, error: expect.stringContaining("fb-9") })
  for (const pr_url of [issue_url, "https://example.org/pull/1", "no address"]) {
    expect(await call("record_self_fix_pr", { pr_url, feedback_id: "fb-1" })).toMatchObject({ ok: false })
  }
  expect(await store.get("fb-1")).toMatchObject({ fix_pr_url: null })
})
