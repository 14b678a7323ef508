import { expect, test } from "vitest"
import { keepInDatabase } from "./keep_in_database.ts"

/** Steps as DBOS runs and keeps them: what they resolve to, by position. */
function journal() {
  const kept: unknown[] = []
  const cancel = new AbortController()
  return {
    kept,
    cancel: () => cancel.abort(new Error("cancelled")),
    dbos: {
      get stepStatus() {
        return { stepID: kept.length, cancelSignal: cancel.signal }
      },
      async runStep<Result>(run: () => Promise<Result>): Promise<Result> {
        const result = await run()
        kept.push(result)
        return result
      },
    },
  }
}

const entry = (key: string) => async () => ({ key, result: key })

test("a later try of the same turn reads what the earlier one kept", async () => {
  const { dbos, kept } = journal()
  const workflow = keepInDatabase(dbos, new AbortController().signal)
  await workflow.keep()(entry("a"))
  const again = workflow.keep()
  expect([await again(entry("x")), await again(entry("b"))].map(({ key }) => key)).toEqual(["a", "b"])
  expect(kept).toHaveLength(2)
})

test("an interruption is kept as such, and thrown where it happened alone", async () => {
  const { dbos, kept } = journal()
  const workflow = keepInDatabase(dbos, new AbortController().signal)
  await expect(workflow.keep()(() => Promise.reject(new Error("the store is away")))).rejects.toThrow("away")
  expect(kept).toEqual([{ key: "interrupted", result: "the store is away" }])
  expect((await workflow.keep()(entry("a"))).key).toBe("interrupted")
})

test("a worker that stops leaves its step open and releases the row", async () => {
  const { dbos, kept } = journal()
  const stop = new AbortController()
  const keep = keepInDatabase(dbos, stop.signal).keep()
  stop.abort(new Error("closed"))
  await expect(keep(async () => stop.signal.throwIfAborted() as never)).rejects.toThrow("closed")
  expect(kept).toEqual([])
})

test("a cancelled workflow aborts its turn", async () => {
  const { dbos, cancel } = journal()
  const { keep, cancelled } = keepInDatabase(dbos, new AbortController().signal)
  const step = keep()(async () => {
    cancel()
    throw new Error("aborted")
  })
  await expect(step).rejects.toThrow("aborted")
  expect(cancelled.aborted).toBe(true)
})
