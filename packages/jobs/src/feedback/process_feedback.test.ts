import { InvalidOptionError } from "@proofloop/foundation/errors"
import { scriptedModel } from "@proofloop/runtime/testing"
import { describe, expect, test } from "vitest"
import { loopWith } from "./loop.fixture.ts"
import { broken } from "./process_feedback.fixture.ts"
import { createSelfCorrection } from "./run/self_correction.ts"

describe("the queue", () => {
  test("with nothing in it there is nothing to do", async () => {
    const { loop } = await loopWith()
    expect(await loop.process()).toEqual([])
    expect(await loop.verify()).toEqual([])
  })

  test("an id nobody has is told", async () => {
    const { loop } = await loopWith()
    await expect(loop.process({ id: "fb-2" })).rejects.toMatchObject({ code: "not_found" })
  })

  test("the oldest go first, no more than the limit", async () => {
    const { loop, add } = await loopWith({ triage: [{ confidence: 20 }] })
    for (const id of ["fb-c", "fb-a", "fb-b"]) await add({ id })
    const first = await loop.process({ limit: 1 })
    expect(first.map(({ id, from, to }) => [id, from, to])).toEqual([["fb-c", "pending", "closed"]])
    expect((await loop.process()).map(({ id }) => id)).toEqual(["fb-a", "fb-b"])
    await expect(loop.process({ limit: 0 })).rejects.toThrow(/limit.*a number from 1/)
  })

  test("two calls at once share the rows", async () => {
    const { loop, add } = await loopWith({ triage: [{ confidence: 20 }] })
    const ids = ["fb-1", "fb-2", "fb-3"]
    for (const id of ids) await add({ id })
    const done = (await Promise.all([loop.process(), loop.process()])).flat()
    expect(done.map(({ id, to }) => `${id} ${to}`).toSorted()).toEqual(ids.map((id) => `${id} closed`))
  })

  test("a row another process has is passed over, and named when it is asked for", async () => {
    const { loop, store, add } = await loopWith()
    const id = await add()
    await store.claim(["pending"], { id })
    expect(await loop.process()).toEqual([])
    await expect(loop.process({ id })).rejects.toThrow(/no other process is at work on/)
    await store.release(id)
  })
})

describe("options", () => {
  test.each([
    [{ root: "" }, /root/],
    [{ base: "-x" }, /base/],
    [{ max_attempts: 0 }, /max_attempts/],
    [{ test_timeout_ms: 0.5 }, /test_timeout_ms/],
    [{ plan_review_loc_threshold: -1 }, /threshold/],
    [{ plan_review_component_loc: -1 }, /component_loc/],
    [{ plan_review_component_depth: 1.5 }, /component_depth/],
    [{ plan_review_always: ["polic"] }, /policy/],
  ])("%o is refused by name", async (options, message) => {
    const { options: given } = await loopWith()
    expect(() => createSelfCorrection({ ...given, ...options })).toThrow(message)
  })

  test("the forge's default branch is no base, and no row is taken up", async () => {
    const { loop, store, add } = await loopWith({}, { base: "main" })
    const id = await add()
    await expect(loop.process()).rejects.toThrow(InvalidOptionError)
    expect(await store.get(id)).toMatchObject({ state: "pending", attempts: 0 })
  })
})

describe("triage", () => {
  test("below 60 the row is rejected with the reason, told to its sender and closed", async () => {
    const { loop, store, add, forge, issue_url, events } = await loopWith({ triage: [{ confidence: 59 }] })
    const id = await add()
    const [done] = await loop.process()
    expect(done).toMatchObject({ from: "pending", to: "closed", error: null })
    expect(done?.steps).toEqual(["triage", "notify", "close"])
    const row = await store.get(id)
    expect(row).toMatchObject({ fix_class: "out-of-scope", work: { triage: { proposed_class: "tool" } } })
    expect(row.work.rejection).toMatch(/59 % sure/)
    const transitions = (await store.notes(id)).map(({ transition }) => transition).filter(Boolean)
    expect(transitions.slice(-2)).toEqual(["pending → rejected", "rejected → closed"])
    expect(events.map(({ type }) => type)).toContain("feedback.triaged")
    expect(forge.targetOf(issue_url)).toMatchObject({ kind: "issue" })
  })
})

describe("a step that fails", () => {
  test("leaves the row where it is, counted and with the reason, for the next process; then it fails", async () => {
    const { options, store, add, loop } = await loopWith({}, { models: { triage: broken } })
    const id = await add()
    for (const attempts of [1, 2]) {
      const [done] = await loop.process()
      expect(done).toMatchObject({ from: "pending", to: "pending", steps: ["triage"] })
      expect(done?.error).toMatch(/the model is gone/)
      expect(await store.get(id)).toMatchObject({ state: "pending", attempts, failed_in: null })
    }
    expect(await loop.process()).toMatchObject([{ to: "failed" }])
    expect(await store.get(id)).toMatchObject({ state: "failed", failed_in: "pending", attempts: 3 })
    expect(await loop.process()).toEqual([])
    await expect(loop.process({ id })).rejects.toThrow(/retry it first/)
    expect(await loop.retry(id)).toMatchObject({
      state: "pending",
      attempts: 0,
      error: null,
      failed_in: null,
    })
    const { models } = await loopWith({ triage: [{ confidence: 20 }] }).then((other) => other.options)
    expect(await createSelfCorrection({ ...options, models }).process()).toMatchObject([{ to: "closed" }])
  })
})

describe("an interruption", () => {
  test("by the signal counts nothing and takes nothing more up", async () => {
    const abort = new AbortController()
    const stopping = scriptedModel(() => {
      abort.abort()
      return { text: "{}", delay_ms: 10_000 }
    })
    const { loop, store, add } = await loopWith({}, { models: { triage: stopping } })
    const id = await add()
    await add({ id: "fb-2" })
    const done = await loop.process({ signal: abort.signal })
    expect(done.map((one) => [one.id, one.to, one.steps])).toEqual([["fb-1", "pending", ["triage"]]])
    expect(await store.get(id)).toMatchObject({ state: "pending", attempts: 0, error: null })
    expect(await store.claim(["pending"], { id })).not.toBeNull()
    await store.release(id)
  })
})

describe("what is around a row", () => {
  test("a corrupt row is told and does not stop the others", async () => {
    const { loop, store, add } = await loopWith({ triage: [{ confidence: 20 }] })
    for (const id of ["fb-1", "fb-2"]) await add({ id })
    const { default: Database } = await import("libsql")
    const raw = new Database(store.path)
    raw.prepare("UPDATE jobs SET state = 'triaged' WHERE id = 'fb-1'").run()
    raw.close()
    const done = await loop.process()
    expect(done).toMatchObject([
      { id: "fb-1", from: null, to: null },
      { id: "fb-2", to: "closed" },
    ])
    expect(done[0]?.error).toMatch(/fb-1/)
  })
})
