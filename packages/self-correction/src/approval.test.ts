import { describe, expect, test } from "vitest"
import { largeLoop, answer } from "./approval.fixture.ts"
import { commentsOn, loopWith } from "./loop.fixture.ts"

// @requirement self-correction.approval
describe("a large job", () => {
  test("goes on to the fix once it is approved", async () => {
    const loop = await largeLoop()
    const id = await loop.add()
    await loop.loop.process()
    await answer(loop, "approved")
    const [done] = await loop.loop.process()
    expect(done?.steps.slice(0, 2)).toEqual(["await_approval", "fix"])
    expect(loop.asked.fix.length).toBeGreaterThan(0)
    expect(await loop.store.get(id)).toMatchObject({
      failed_in: "in-fix",
      error: expect.stringContaining("no edit"),
    })
  })
})

// @requirement self-correction.approval
test("a large job is asked about, and answered, where the feedback came from", async () => {
  const loop = await largeLoop()
  const id = await loop.add()
  await loop.loop.process()
  expect(await commentsOn(loop)).toEqual([`${id}:approval-0`])
  const target = { kind: "issue", number: 1 } as const
  await loop.forge.say(target, { author: "grace", body: `/proofloop approve ${id}` })
  const [done] = await loop.loop.process()
  expect(done?.steps.slice(0, 2)).toEqual(["await_approval", "fix"])
  const [approval] = await loop.store.approvals(id)
  expect(approval).toMatchObject({
    answer: "approved",
    answered_by: expect.stringContaining("grace (") as string,
  })
})

test("a small job is not asked about", async () => {
  const loop = await loopWith({ edits: [[]] }, { max_attempts: 1 })
  await loop.add()
  const [done] = await loop.loop.process()
  expect(done?.steps).toEqual(["triage", "localise", "plan", "fix", "notify"])
  expect(await loop.store.approvals("fb-1")).toEqual([])
})
