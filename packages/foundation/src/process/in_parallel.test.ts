import { expect, it } from "vitest"
import { inParallel } from "./in_parallel.ts"

it("gives results in the order of the items, with at most so many at a time", async () => {
  let running = 0
  let most = 0
  const found = await inParallel([30, 1, 20, 2], 2, async (ms) => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, ms))
    running -= 1
    return ms * 2
  })
  expect(found).toEqual([60, 2, 40, 4])
  expect(most).toBe(2)
})

it("rejects as an action does, and has nothing to do for no items", async () => {
  const failing = inParallel([1, 2], 1, () => Promise.reject(new Error("no")))
  await expect(failing).rejects.toThrow("no")
  expect(await inParallel([], 4, () => Promise.resolve(1))).toEqual([])
})
