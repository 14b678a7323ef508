import { requireGit } from "@proofloop/foundation/git"
import { expect, test } from "vitest"
import { commentsOn, loopWith, mergePull, STEPS_TO_PULL_REQUEST } from "./loop.fixture.ts"

test("feedback becomes a draft pull request with its test, and after the merge it is verified and closed", async () => {
  const made = await loopWith()
  const { loop, store, add, forge, root, events } = made
  const work_tree = await requireGit(root, ["rev-parse", "HEAD", "HEAD^{tree}"])
  const id = await add()

  const [opened] = await loop.process()
  expect(opened).toMatchObject({ from: "pending", to: "fix-pr-open", error: null })
  expect(opened?.steps).toEqual([...STEPS_TO_PULL_REQUEST, "await_merge"])
  const number = opened?.row?.work.pull_request?.number ?? 0
  const pull = await forge.pulls.get(number)
  expect(pull).toMatchObject({ draft: true, base: "develop", head: `auto/proofloop/${id}`, state: "open" })
  expect(pull.body).toContain("> discount(100, 10) gives 110. It should be 90!")
  expect(pull.body).toContain(`Feedback-Id: ${id}\nRegression-Test: tests/discount.test.mjs`)
  expect(await store.get(id)).toMatchObject({
    fix_pr_url: pull.url,
    regression_test_path: "tests/discount.test.mjs",
    fix_class: "tool",
  })
  const transitions = async () => (await store.notes(id)).flatMap(({ transition }) => transition ?? [])
  expect((await transitions()).slice(-3)).toEqual([
    "pending → triaged",
    "triaged → in-fix",
    "in-fix → fix-pr-open",
  ])

  // Nothing happens until a person merges it.
  expect(await loop.process()).toMatchObject([{ to: "fix-pr-open", steps: ["await_merge"] }])
  const merged = await mergePull(forge, number)
  const [closed] = await loop.verify()
  expect(closed).toMatchObject({ from: "fix-pr-open", to: "closed", error: null })
  expect(closed?.steps).toEqual(["await_merge", "verify_merge", "notify", "close"])
  expect((await transitions()).slice(-2)).toEqual(["fix-pr-open → verified", "verified → closed"])
  expect(await store.get(id)).toMatchObject({ state: "closed", work: { merged_commit: merged } })
  expect(await store.recall("failure_patterns", "discount")).toMatchObject([
    { source_id: id, confidence: 85, payload: { fix_class: "tool", merged_sha: merged } },
  ])
  expect(await store.recall("review_patterns", "")).toMatchObject([{ source_id: id, confidence: 80 }])
  expect(await store.check()).toMatchObject({ rows: 1 })

  expect(await commentsOn(made)).toEqual([`${id}:opened-${number}`, `${id}:verified`])
  expect(await requireGit(root, ["rev-parse", "HEAD", "HEAD^{tree}"])).toBe(work_tree)
  expect(await requireGit(root, ["status", "--porcelain"])).toBe("")
  expect((await requireGit(root, ["worktree", "list"])).trim().split("\n")).toHaveLength(1)
  expect(events.map(({ type }) => type)).toEqual([
    "feedback.triaged",
    "feedback.localised",
    "feedback.planned",
    "feedback.fixed",
    "feedback.test_written",
    "feedback.differential",
    "feedback.reviewed",
    "feedback.published",
    "feedback.told",
    "feedback.merged",
    "feedback.verified",
    "feedback.told",
    "feedback.closed",
  ])
})
