import { scriptedModel } from "@proofloop/runtime/testing"
import { describe, expect, test } from "vitest"
import { feedback_states, type FeedbackState, type FixWork, transitions } from "./feedback/feedback.ts"
import { planWith, rows_by_state } from "./feedback/rows.fixture.ts"
import { type Forge, ForgeError } from "./forge/forge.ts"
import { type Loop, loopWith } from "./loop.fixture.ts"
import { createSelfCorrection } from "./process_feedback.ts"

/** How a row comes to a state. */
const ways: Readonly<Partial<Record<FeedbackState, readonly FeedbackState[]>>> = {
  pending: [],
  triaged: ["triaged"],
  "awaiting-approval": ["triaged", "awaiting-approval"],
  "in-fix": ["triaged", "in-fix"],
  "fix-pr-open": ["triaged", "in-fix", "fix-pr-open"],
  "regression-alarm": ["triaged", "in-fix", "fix-pr-open", "regression-alarm"],
  verified: ["triaged", "in-fix", "fix-pr-open", "verified"],
  rejected: ["rejected"],
}

const early: FixWork = {
  triage: {
    fix_class: "tool",
    proposed_class: "tool",
    root_cause_hypothesis: "",
    candidate_files: [],
    prior_pattern_hit: null,
    confidence: 90,
    escalated_low_confidence: false,
  },
  hits: [],
}

/** Brings a row into a state with these products. */
async function place({ store, add }: Loop, id: string, state: FeedbackState, work: FixWork): Promise<void> {
  await add({ id })
  for (const to of ways[state] ?? []) {
    await store.change(id, {
      to,
      fix_pr_url: "file:///pull",
      regression_test_path: "tests/discount.test.mjs",
      work: { merged_commit: "0".repeat(40) },
      note: {},
    })
  }
  const known = { merged_commit: null, ...early, plan: { ...planWith(), feedback_id: id }, ...work }
  await store.change(id, { work: known, note: {} })
}

/** Nothing works: no model, no forge. */
function dead({ options, forge }: Loop, retryable: boolean) {
  const refuse = () => Promise.reject(new ForgeError("the forge is gone", { retryable }))
  const methods = [
    "fetchBranch",
    "fetchCommit",
    "push",
    "findPullRequest",
    "pullRequest",
    "openPullRequest",
    "comment",
  ]
  const broken: Forge = { ...forge, ...Object.fromEntries(methods.map((method) => [method, refuse])) }
  const model = scriptedModel(() => ({ throws: { kind: "provider_5xx", message: "the model is gone" } }))
  return createSelfCorrection({ ...options, forge: broken, model, models: {}, max_attempts: 1 })
}

const cases = Object.keys(ways).flatMap((name) =>
  rows_by_state[name as FeedbackState].map((row, index) => ({ state: row.state, work: row.work, index })),
)

// @requirement self-correction.steps
describe("a row in whatever state and step", () => {
  test("where nothing works is noted, can be taken up again, and leads to an end", async () => {
    const loop = await loopWith()
    const nothing = dead(loop, false)
    const seen: string[] = []
    for (const { state, work, index } of cases) {
      const id = `${state}-${index}`
      await place(loop, id, state, work)
      const [done] = await nothing.process({ id })
      const after = await loop.store.get(id)
      seen.push(`${id}: ${after.state}`)
      expect(done).toMatchObject({ id, from: state, to: after.state })
      // It is where it was, failed there, or at the end; and nobody holds it.
      expect([state, "failed", "closed", "awaiting-approval"]).toContain(after.state)
      const open = after.state === "failed" ? await nothing.retry(id) : after
      const released = await loop.store.claim([open.state], { id })
      expect(released?.id).toBe(id)
      await loop.store.release(id)
    }
    expect(seen).toMatchInlineSnapshot(`
        [
          "pending-0: failed",
          "triaged-0: failed",
          "triaged-1: failed",
          "awaiting-approval-0: awaiting-approval",
          "awaiting-approval-1: awaiting-approval",
          "in-fix-0: failed",
          "in-fix-1: failed",
          "in-fix-2: failed",
          "in-fix-3: failed",
          "in-fix-4: failed",
          "fix-pr-open-0: failed",
          "fix-pr-open-1: failed",
          "fix-pr-open-2: failed",
          "regression-alarm-0: regression-alarm",
          "regression-alarm-1: regression-alarm",
          "regression-alarm-2: regression-alarm",
          "verified-0: closed",
          "verified-1: closed",
          "verified-2: closed",
          "verified-3: closed",
          "rejected-0: closed",
          "rejected-1: closed",
          "rejected-2: closed",
          "rejected-3: closed",
        ]
      `)
  })
})

test("from every state there is a way to the end, and every state but the ends is taken up by process", () => {
  const reaches = new Set<FeedbackState>(["closed"])
  for (let size = 0; size < reaches.size;) {
    size = reaches.size
    for (const state of feedback_states) {
      if (transitions[state].some((to) => reaches.has(to))) reaches.add(state)
    }
  }
  expect([...reaches].toSorted()).toEqual([...feedback_states].toSorted())
  expect([...Object.keys(ways), "closed", "failed"].toSorted()).toEqual([...feedback_states].toSorted())
})

test("what only waits for a forge that is away is left as it is", async () => {
  const loop = await loopWith()
  const work: FixWork = { pull_request: { number: 1, url: "u" }, told: ["opened-1"] }
  await place(loop, "fb-1", "fix-pr-open", work)
  const before = await loop.store.get("fb-1")
  const nothing = dead(loop, true)
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await nothing.process()).toMatchObject([
      { from: "fix-pr-open", to: "fix-pr-open", error: "the forge is gone" },
    ])
  }
  expect(await loop.store.get("fb-1")).toEqual(before)
})

test("a merge without a commit is no merge yet: a failed try that says so", async () => {
  const loop = await loopWith()
  await place(loop, "fb-1", "fix-pr-open", { pull_request: { number: 1, url: "u" }, told: ["opened-1"] })
  const pull = { number: 1, url: "u", head: "h", base: "develop", title: "t", body: "b", draft: false }
  const merged = { ...pull, state: "merged", merged_commit: null } as const
  const forge: Forge = { ...loop.forge, pullRequest: () => Promise.resolve(merged) }
  const [done] = await createSelfCorrection({ ...loop.options, forge }).process()
  expect(done).toMatchObject({
    to: "fix-pr-open",
    error: "pull request 1 is merged, but the forge knows no commit",
  })
  expect(await loop.store.get("fb-1")).toMatchObject({ attempts: 1 })
})
