import { requireGit } from "@proofloop/foundation/git"
import { expect, test } from "vitest"
import { loopWith, mergePull, PROJECT_FILES } from "./loop.fixture.ts"

test("an alarmed fix is taken back by one draft that the row knows", async () => {
  const { loop, add, store, forge, root, events } = await loopWith()
  await add()
  await expect(loop.revert("fb-1")).rejects.toThrow(/feedback whose fix is merged .*this one is pending/)
  const [opened] = await loop.process()
  await mergePull(forge, opened?.row?.work.pull_request?.number ?? 0)
  const failing = `node -e "require('node:test').test('t', () => require('node:assert').equal(1, 2))"`
  const { work } = await store.get("fb-1")
  const test_of_fix = { path: "", commit: "", ...work.test, command: failing }
  await store.change("fb-1", { work: { test: test_of_fix }, note: { step: "by hand" } })
  expect(await loop.verify("fb-1")).toMatchObject([{ to: "regression-alarm" }])

  const reverted = await loop.revert("fb-1")
  expect(reverted).toMatchObject({ status: "opened" })
  const row = await store.get("fb-1")
  expect(row.state).toBe("regression-alarm")
  const pull = await forge.pulls.get(row.work.revert?.number ?? 0)
  expect(pull).toMatchObject({ draft: true, state: "open", base: "develop", url: row.work.revert?.url })
  expect(pull.body).toContain("an assertion fails: t: AssertionError: 1 == 2")
  const tip = await forge.git.fetchBranch(root, pull.head)
  const text = await requireGit(root, ["show", `${tip}:src/price.mjs`])
  expect(text).toBe(PROJECT_FILES["src/price.mjs"])

  const { length } = await store.notes("fb-1")
  expect(await loop.revert("fb-1", { reason: "again" })).toEqual(reverted)
  expect(await store.notes("fb-1")).toHaveLength(length)
  expect(events.filter(({ type }) => type === "feedback.revert")).toEqual([
    { type: "feedback.revert", feedback_id: "fb-1", ...reverted },
  ])

  await mergePull(forge, pull.number)
  expect(await loop.revert("fb-1")).toMatchObject({ status: "nothing-to-revert" })
  expect((await store.notes("fb-1")).at(-1)?.note).toMatchObject({ status: "nothing-to-revert" })
})
