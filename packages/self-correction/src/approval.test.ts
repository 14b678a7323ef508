import { describe, expect, test } from "vitest"
import { largeLoop, answer } from "./approval.fixture.ts"
import { loopWith } from "./loop.fixture.ts"

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

test("a small job is not asked about", async () => {
  const loop = await loopWith({ edits: [[]] }, { max_attempts: 1 })
  await loop.add()
  const [done] = await loop.loop.process()
  expect(done?.steps).toEqual(["triage", "localise", "plan", "fix", "notify"])
  expect(await loop.store.approvals("fb-1")).toEqual([])
})
