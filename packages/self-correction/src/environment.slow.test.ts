import { expect, test } from "vitest"
import { goodTest, loopWith, testWith } from "./loop.fixture.ts"

const MINUTE = 60_000

// @requirement self-correction.steps
test("a test that says its runner is not there is believed three times, and keeps no other row from its runner for longer", async () => {
  const lying = testWith("process.exit(127)", "assert.equal(discount(100, 10), 90)")
  const test_command = (path: string) => `node ${path}`
  const { loop, add, store, skip } = await loopWith({ tests: [lying, goodTest] }, { test_command })
  for (const id of ["fb-1", "fb-2"]) await add({ id })
  for (let pass = 1; pass <= 3; pass += 1) {
    const suspended = { environment: "runner", name: "node", tries: pass }
    expect(await loop.process()).toMatchObject([
      { id: "fb-1", suspended },
      { id: "fb-2", suspended },
    ])
    expect(await store.get("fb-2")).toMatchObject({ state: "in-fix", attempts: 0, error: null })
    skip(2 ** pass * MINUTE)
  }
  const error = expect.stringContaining("cannot run here: it is not installed")
  expect(await store.get("fb-1")).toMatchObject({ state: "failed", attempts: 3, error })
  await loop.process()
  expect(await store.get("fb-2")).toMatchObject({ state: "fix-pr-open" })
  expect(await store.breakers()).toEqual([])
})
