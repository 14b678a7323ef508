import { expect, test } from "vitest"
import { commentsOn, loopWith } from "./loop.fixture.ts"

test("what failed is given up by a person, with a reason that its sender is told", async () => {
  const { loop, add, store, ...place } = await loopWith({}, { prompt_dir: "/nowhere/at/all" })
  await add()
  expect(await loop.process()).toMatchObject([{ to: "failed" }])
  await expect(loop.giveUp("fb-1", " ")).rejects.toThrow(/reason: expected a text/)
  const given_up = await loop.giveUp("fb-1", "nobody sells this any more")
  expect(given_up).toMatchObject({ state: "rejected", attempts: 0, error: null, failed_in: null })
  expect(await loop.process()).toMatchObject([{ from: "rejected", to: "closed" }])
  expect(await commentsOn(place)).toEqual(["fb-1:failed-1", "fb-1:rejected"])
  expect((await store.get("fb-1")).work.rejection).toBe("nobody sells this any more")
  await expect(loop.giveUp("fb-1", "again")).rejects.toThrow(/this one is closed/)
})

test("an alarm is closed; what waits for somebody, or is another's, is left alone", async () => {
  const { loop, add, store } = await loopWith()
  await add()
  for (const to of ["triaged", "in-fix", "fix-pr-open"] as const) {
    await store.change("fb-1", { to, fix_pr_url: "file:///pull", note: {} })
  }
  await expect(loop.giveUp("fb-1", "no")).rejects.toThrow(/this one is fix-pr-open/)
  await store.change("fb-1", { to: "regression-alarm", note: {} })
  expect(await loop.giveUp("fb-1", "the fix is taken back")).toMatchObject({ state: "closed" })
  expect((await store.notes("fb-1")).at(-1)?.note).toMatchObject({ reason: "the fix is taken back" })
  await add({ id: "fb-2" })
  await store.claim(["pending"], { id: "fb-2" })
  await expect(loop.giveUp("fb-2", "no")).rejects.toThrow(/no other process is at work on/)
  await store.release("fb-2")
  expect(await loop.giveUp("fb-2", "no")).toMatchObject({ state: "rejected" })
})
