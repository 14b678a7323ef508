import { expect, test } from "vitest"
import { openFeedbackStore } from "./feedback_store.ts"
import { loopWith } from "./loop.fixture.ts"
import { createSelfCorrection } from "./run/self_correction.ts"

async function failedRow() {
  const loop = await loopWith()
  const id = await loop.add()
  const failure = { to: "failed", attempts: 3, error: "the model is gone", note: { step: "triage" } } as const
  await loop.store.change(id, failure)
  const other = await openFeedbackStore(loop.store.path)
  return { ...loop, other }
}

test("a retry keeps what another process wrote to the row just before", async () => {
  const { other, options, store } = await failedRow()
  const notice = { key: "later", body: "not told yet", context_url: null, reason: "forge: busy" }
  const loop = createSelfCorrection({
    ...options,
    store: {
      ...store,
      async get(id) {
        const row = await store.get(id)
        await other.claim(["failed"], { id })
        await other.change(id, { work: { notices: [notice] }, note: { by: "another process" } })
        await other.release(id)
        return row
      },
    },
  })
  expect(await loop.retry("fb-1")).toMatchObject({ state: "pending", work: { notices: [notice] } })
  await other.close()
})

test("a row that another process works on is not taken up again", async () => {
  const { other, loop, store } = await failedRow()
  await other.claim(["failed"], { id: "fb-1" })
  await expect(loop.retry("fb-1")).rejects.toThrow(/no other process is at work on/)
  expect(await store.get("fb-1")).toMatchObject({ state: "failed" })
  await other.release("fb-1")
  expect(await loop.retry("fb-1")).toMatchObject({ state: "pending", attempts: 0, error: null })
  await other.close()
})
