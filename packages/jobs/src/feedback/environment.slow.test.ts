import { expect, test } from "vitest"
import { goodTest, loopWith, testWith } from "./loop.fixture.ts"

const MINUTE = 60_000

// @requirement self-correction.steps
test("a test that says its runner is not there is believed three times, and keeps another row from its runner once", async () => {
  const lying = testWith("process.reallyExit(127)", "assert.equal(discount(100, 10), 90)")
  const test_command = (path: string) => `node ${path}`
  const { loop, add, store, skip } = await loopWith({ tests: [lying, goodTest] }, { test_command })
  for (const id of ["fb-1", "fb-2"]) await add({ id })
  const away = (name: string, tries: number) => ({ suspended: { environment: "runner", name, tries } })
  expect(await loop.process()).toMatchObject([
    { id: "fb-1", to: "in-fix", ...away("node", 1) },
    { id: "fb-2", to: "in-fix", ...away("node", 1) },
  ])
  expect(await store.get("fb-2")).toMatchObject({ attempts: 0, error: null })
  skip(MINUTE)
  // The row that only waited looks first, and finds the runner there.
  expect(await loop.process()).toMatchObject([
    { id: "fb-1", to: "in-fix", ...away("node for fb-1", 1) },
    { id: "fb-2", to: "fix-pr-open", suspended: null },
  ])
  skip(MINUTE)
  await loop.process()
  const error = expect.stringContaining("cannot run here: it is not installed")
  expect(await store.get("fb-1")).toMatchObject({ state: "failed", attempts: 3, error })
})
