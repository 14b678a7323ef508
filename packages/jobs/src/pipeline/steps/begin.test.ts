import { expect, test } from "vitest"
import { type OpenedRun, openedRun } from "../review/opened_run.fixture.ts"
import { beginStep } from "./begin.ts"

const DAY_MS = 24 * 3_600_000

/** Whether another run waits for a place, in a repository whose owner allows one open pull request. */
async function isHeld({ store, context, bare }: OpenedRun): Promise<boolean> {
  const row = await store.add({ url: bare, base: "main" })
  return (await beginStep.run(row, context)).next === "wait"
}

async function withOnePull(): Promise<OpenedRun> {
  const opened = await openedRun({ limits: { max_open_pulls: 1 } })
  const place = { forge: "local", repository: await opened.forge.repository(), base: "main" }
  await opened.store.change("run-1", { place, note: {} })
  return opened
}

test("a pull request counts as long as it is open on the forge, whatever its run says", async () => {
  const opened = await withOnePull()
  expect(await isHeld(opened)).toBe(true)
  const { head } = opened
  await opened.store.change("run-1", { work: { handed_over: { why: "CI is red", head } }, note: {} })
  expect(await isHeld(opened)).toBe(true)
  await opened.pipeline.cancel("run-1", "given up")
  expect(await isHeld(opened)).toBe(true)
  await opened.forge.close(1)
  expect(await isHeld(opened)).toBe(false)
})

test("a stale pull request keeps no further run waiting", async () => {
  const opened = await withOnePull()
  opened.skip(29 * DAY_MS)
  expect(await isHeld(opened)).toBe(true)
  opened.skip(2 * DAY_MS)
  expect(await isHeld(opened)).toBe(false)
})
