import type { JsonObject } from "@proofloop/foundation/text"
import { createAgentLoop } from "@proofloop/runtime"
import { scriptedModel } from "@proofloop/runtime/testing"
import { expect, test } from "vitest"
import { continuousCritique } from "../critique/continuous_critique.ts"
import { GOOD_EDIT, goodTest } from "../loop.fixture.ts"
import { bench, FINDING } from "./tools.fixture.ts"

const BODY = "discount(100, 10) gives 110. It should be 90!"

/** What a model asks for, by what the tools before it have answered. */
const turnsOfModel: readonly (readonly [
  string,
  (told: Readonly<Record<string, JsonObject>>) => JsonObject,
])[] = [
  ["triage_feedback", () => ({ feedback_id: "fb-1", body: BODY, from_handle: "ada", severity: "low" })],
  [
    "localise_feedback",
    ({ triage_feedback: { fix_class = null, candidate_files = null } = {} }) => ({
      fix_class,
      candidate_files,
    }),
  ],
  [
    "draft_fix_plan",
    ({ triage_feedback: { fix_class = null } = {}, localise_feedback: { hits = null } = {} }) => ({
      feedback: { id: "fb-1", body: BODY },
      localised_hits: hits,
      fix_class: { fix_class },
    }),
  ],
  ["is_plan_large_job", ({ draft_fix_plan: plan = {} }) => ({ plan })],
  ["apply_self_fix", ({ draft_fix_plan: plan = {} }) => ({ plan, edits: [GOOD_EDIT] })],
  ["critique_turn_output", () => ({ success_criterion: "10 off 100 is 90", recent_output: "+ became -" })],
  [
    "write_self_fix_regression_test",
    ({ draft_fix_plan: plan = {}, apply_self_fix: { commit = null } = {} }) => ({ plan, fix_commit: commit }),
  ],
  [
    "verify_differential",
    ({ apply_self_fix: { branch = null } = {} }) => ({ test_path: goodTest.path, fix_branch: branch }),
  ],
  [
    "publish_self_fix_pr",
    ({ draft_fix_plan: plan = {} }) => ({
      feedback_id: "fb-1",
      plan,
      regression_test_path: goodTest.path,
    }),
  ],
  [
    "record_self_fix_pr",
    ({ publish_self_fix_pr: { url = null } = {} }) => ({ pr_url: url, feedback_id: "fb-1" }),
  ],
]

// @requirement self-correction.tools, self-correction.critique
test("a run takes feedback through all ten tools to a recorded draft, with a critic beside it", async () => {
  const made = await bench()
  const told: Record<string, JsonObject> = {}
  const heard: string[] = []
  const model = scriptedModel(({ messages }, turn) => {
    const last = messages.at(-1)
    if (last?.role === "user" && turn > 1) heard.push(String(last.content))
    const answer = messages.findLast(({ role }) => role === "tool")
    const [before] = turnsOfModel[turn - 2] ?? []
    if (before !== undefined) told[before] = JSON.parse(String(answer?.content)) as JsonObject
    const [name, given] = turnsOfModel[turn - 1] ?? []
    if (name === undefined || given === undefined) return { text: "It is published." }
    return { tool_calls: [{ name, arguments: given(told) }] }
  })
  const critic = scriptedModel(() => ({
    text: JSON.stringify({ findings: [FINDING], most_impactful: FINDING }),
  }))
  const critique = continuousCritique({
    model: critic,
    success_criterion: "10 off 100 is 90",
    every: 2,
  })
  const loop = createAgentLoop({
    model,
    tools: [...made.tools.values()],
    post_turn_callback: critique.post_turn_callback,
    final_wrapup: false,
  })
  const result = await loop.run(BODY).result
  expect(result).toMatchObject({ status: "done", text: "It is published." })
  expect(Object.keys(told)).toEqual(turnsOfModel.map(([name]) => name))
  expect(told).toMatchObject({
    is_plan_large_job: { large: false },
    verify_differential: { verified: true },
    publish_self_fix_pr: { number: 1, draft: true },
  })
  const { url } = await made.forge.pulls.get(1)
  expect(await made.store.get("fb-1")).toMatchObject({ fix_pr_url: url })
  // Of the four turns that changed something the critic saw the first and the third.
  expect(heard).toEqual([
    expect.stringContaining(FINDING.fix_direction),
    expect.stringContaining(FINDING.fix_direction),
  ])
  expect(critique.findings()).toEqual([])
})
