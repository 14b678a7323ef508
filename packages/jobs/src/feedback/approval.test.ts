import { describe, expect, test } from "vitest"
import { ForgeError } from "../forge/forge_error.ts"
import { largeLoop, answer } from "./approval.fixture.ts"
import { commentsOn, loopWith } from "./loop.fixture.ts"
import { createSelfCorrection } from "./run/self_correction.ts"

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

test("a large job is asked about by the store where the forge refuses comments", async () => {
  const loop = await largeLoop()
  await loop.add()
  const refuse = () => Promise.reject(new ForgeError("the issue is locked", { retryable: false }))
  const forge = { ...loop.forge, comments: { ...loop.forge.comments, post: refuse, list: refuse } }
  const [done] = await createSelfCorrection({ ...loop.options, forge }).process()
  expect(done).toMatchObject({ to: "awaiting-approval", error: null })
  await answer(loop, "approved")
  const [on] = await createSelfCorrection({ ...loop.options, forge }).process()
  expect(on?.steps.slice(0, 2)).toEqual(["await_approval", "fix"])
})

test("a small job is not asked about", async () => {
  const loop = await loopWith({ edits: [[]] }, { max_attempts: 1 })
  await loop.add()
  const [done] = await loop.loop.process()
  expect(done?.steps).toEqual(["triage", "localise", "plan", "fix", "notify"])
  expect(await loop.store.approvals("fb-1")).toEqual([])
})
