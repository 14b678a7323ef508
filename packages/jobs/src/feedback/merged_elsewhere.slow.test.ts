import { expect, test } from "vitest"
import { loopWith } from "./loop.fixture.ts"
import { createSelfCorrection } from "./run/self_correction.ts"

// @requirement self-correction.merge
test("a pull request that was merged into another branch verifies nothing", async () => {
  const { options, loop, add, store, forge } = await loopWith()
  await add()
  await loop.process()
  const get = async (number: number) => {
    const pull = await forge.pulls.get(number)
    return { ...pull, base: "elsewhere", state: "merged" as const, merged_commit: pull.head_commit }
  }
  const moved = { ...forge, pulls: { ...forge.pulls, get } }
  const error = expect.stringContaining("was merged into elsewhere as ")
  expect(await createSelfCorrection({ ...options, forge: moved }).verify()).toMatchObject([
    { from: "fix-pr-open", to: "fix-pr-open", error },
  ])
  expect(await store.get("fb-1")).toMatchObject({ state: "fix-pr-open", attempts: 1 })
})
