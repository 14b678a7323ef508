import { expect, test } from "vitest"
import { loopWith, mergePull } from "../loop.fixture.ts"
import { createSelfCorrection } from "../run/self_correction.ts"
import { earlierMinutes } from "./plan_cost.ts"

test("a plan says how long earlier fixes took, once there are some", async () => {
  const { loop, add, store, forge, options } = await loopWith()
  await add()
  const [done] = await loop.process()
  expect((await store.get("fb-1")).work.plan?.cost_estimate.wall_clock_minutes).toBe(12)
  await mergePull(forge, done?.row?.work.pull_request?.number ?? 0)
  expect(await loop.verify()).toMatchObject([{ to: "closed" }])
  const [minutes = -1, ...more] = await earlierMinutes(store)
  expect(more).toEqual([])
  expect(minutes).toBeGreaterThanOrEqual(0)
  expect(minutes).toBeLessThan(2)
  await add({ id: "fb-2" })
  await createSelfCorrection({ ...options, on_step: stopAfterPlan }).process()
  expect((await store.get("fb-2")).work.plan?.cost_estimate.wall_clock_minutes).toBe(minutes)
})

function stopAfterPlan(step: string, at: string): void {
  if (step === "plan" && at === "after") throw new Error("enough")
}
