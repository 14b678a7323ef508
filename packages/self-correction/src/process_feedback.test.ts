import { InvalidOptionError } from "@proofloop/foundation/errors"
import { scriptedModel } from "@proofloop/runtime/testing"
import { describe, expect, test } from "vitest"
import type { StepName } from "./feedback/steps.ts"
import { ForgeError } from "./forge/forge.ts"
import { loopWith } from "./loop.fixture.ts"
import { createSelfCorrection } from "./process_feedback.ts"
import { FixError } from "./steps/fix_error.ts"
import { PublishError } from "./steps/publish_error.ts"
import { StoreError } from "./store/store_error.ts"

const broken = scriptedModel(() => ({ throws: { kind: "provider_5xx", message: "the model is gone" } }))

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
    expect(done).toMatchObject({ from: "pending", to: "closed", pull_request: null, error: null })
    expect(done?.steps).toEqual(["triage", "notify", "close"])
    const row = await store.get(id)
    expect(row).toMatchObject({ fix_class: "out-of-scope", work: { triage: { proposed_class: "tool" } } })
    expect(row.work.rejection).toMatch(/59 % sure/)
    const transitions = (await store.notes(id)).map(({ transition }) => transition).filter(Boolean)
    expect(transitions.slice(-2)).toEqual(["pending → rejected", "rejected → closed"])
    expect(events.map(({ type }) => type)).toContain("feedback.triaged")
    expect(forge.targetOf(issue_url)).toMatchObject({ kind: "issue" })
  })

  test("what is out of scope is rejected with what the triage says", async () => {
    const { loop, store, add } = await loopWith({
      triage: [{ fix_class: "out-of-scope", root_cause_hypothesis: "a supplier's prices", confidence: 95 }],
    })
    const id = await add()
    await loop.process()
    expect((await store.get(id)).work.rejection).toMatch(/out of scope: a supplier's prices/)
  })

  test("earlier failures that look alike are shown", async () => {
    const { loop, store, add, asked } = await loopWith({ triage: [{ confidence: 20 }] })
    const memory = { topic: "failure_patterns", confidence: 85, source_id: "fb-0" } as const
    const payload = { root_cause: "discount was added twice" }
    await store.remember([{ ...memory, payload, embedding_key: "failure:fb-0" }])
    await add()
    await loop.process()
    expect(asked.triage[0]).toContain("discount was added twice")
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

  test("fails at once when no try can change it", async () => {
    const { loop, store, add } = await loopWith({}, { prompt_dir: "/nowhere/at/all" })
    const id = await add()
    expect(await loop.process()).toMatchObject([{ to: "failed" }])
    const row = await store.get(id)
    expect(row).toMatchObject({ failed_in: "pending", attempts: 1 })
    expect(row.error).toMatch(/prompt_dir/)
  })

  test("fails at once when the forge refuses, which no try can change", async () => {
    const { options, add, forge, store } = await loopWith()
    const refusing = {
      ...forge,
      fetchBranch: () => Promise.reject(new ForgeError("no such branch", { retryable: false })),
    }
    const id = await add()
    const loop = createSelfCorrection({ ...options, forge: refusing })
    expect(await loop.process()).toMatchObject([{ to: "failed", error: "no such branch" }])
    expect(await store.get(id)).toMatchObject({ failed_in: "pending", attempts: 1 })
  })

  test.each([
    new FixError("environment", "pytest is not installed"),
    new PublishError("base", "main is the default branch"),
    new InvalidOptionError({ option: "globs", expected: "a list", got: 7 }),
  ])("fails at once by what only a person can change: $message", async (thrown) => {
    const { loop, add, store } = await loopWith({}, { propose_edits: () => Promise.reject(thrown) })
    const id = await add()
    expect(await loop.process()).toMatchObject([{ to: "failed", error: thrown.message }])
    expect(await store.get(id)).toMatchObject({ failed_in: "in-fix", attempts: 1 })
  })

  test("and the others are driven all the same", async () => {
    const { loop, add } = await loopWith({}, { models: { triage: broken }, max_attempts: 1 })
    for (const id of ["fb-1", "fb-2"]) await add({ id })
    expect(await loop.process()).toMatchObject([
      { id: "fb-1", to: "failed" },
      { id: "fb-2", to: "failed" },
    ])
  })

  test("a row that did not fail cannot be retried", async () => {
    const { loop, add } = await loopWith()
    const id = await add()
    await expect(loop.retry(id)).rejects.toThrow(/feedback that failed; this one is pending.*fb-1/)
  })

  test("is forgotten when the row goes on", async () => {
    let calls = 0
    const good = { fix_class: "out-of-scope", candidate_files: [], confidence: 90 }
    const recovering = scriptedModel(() =>
      calls++ === 0 ? { throws: { kind: "provider_5xx", message: "busy" } } : { text: JSON.stringify(good) },
    )
    const { loop, store, add } = await loopWith({}, { models: { triage: recovering } })
    const id = await add()
    expect(await loop.process()).toMatchObject([{ to: "pending", error: "busy" }])
    expect(await store.get(id)).toMatchObject({ attempts: 1, error: "busy" })
    expect(await loop.process()).toMatchObject([{ to: "closed", error: null }])
    expect(await store.get(id)).toMatchObject({ attempts: 0, error: null })
  })

  test("secrets and endless texts stay out of the row and its events", async () => {
    const secret = "ghp_aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789"
    const leaking = scriptedModel(() => ({
      throws: { kind: "provider_5xx", message: `token ${secret} ${"x".repeat(10_000)}` },
    }))
    const { loop, store, add, events } = await loopWith({}, { models: { triage: leaking } })
    const id = await add()
    await loop.process()
    const row = await store.get(id)
    expect(row.error?.length).toBeLessThanOrEqual(1000)
    expect(JSON.stringify([row, await store.notes(id), events])).not.toContain(secret)
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

  test("of a model's own making is a failed try like any other", async () => {
    const giving_up = () => Promise.reject(new DOMException("given up", "AbortError"))
    const { loop, add, store } = await loopWith({}, { models: { triage: giving_up } })
    const id = await add()
    expect(await loop.process()).toMatchObject([{ to: "pending", error: "given up" }])
    expect(await store.get(id)).toMatchObject({ attempts: 1 })
  })

  test.each(["before", "after"] as const)(
    "by a host's hook %s a step is like a crash there",
    async (when) => {
      const seen: [StepName, string][] = []
      const { loop, store, add } = await loopWith(
        { triage: [{ confidence: 20 }] },
        {
          on_step(step, at) {
            seen.push([step, at])
            if (at === when) throw new Error("the host stops here")
          },
        },
      )
      const id = await add()
      const [done] = await loop.process()
      expect(done?.error).toMatch(/the host stops here/)
      const state = when === "before" ? "pending" : "rejected"
      expect(await store.get(id)).toMatchObject({ state, attempts: 0, error: null })
      expect(seen.at(-1)).toEqual(["triage", when])
    },
  )
})

describe("what is around a row", () => {
  test("a corrupt row is told and does not stop the others", async () => {
    const { loop, store, add } = await loopWith({ triage: [{ confidence: 20 }] })
    for (const id of ["fb-1", "fb-2"]) await add({ id })
    const { default: Database } = await import("libsql")
    const raw = new Database(store.path)
    raw.prepare("UPDATE feedback SET body = 'something else' WHERE id = 'fb-1'").run()
    raw.close()
    const done = await loop.process()
    expect(done).toMatchObject([
      { id: "fb-1", from: null, to: null },
      { id: "fb-2", to: "closed" },
    ])
    expect(done[0]?.error).toMatch(/fb-1/)
  })

  test("a store that cannot be written leaves the row as it was, and nothing is told", async () => {
    const { options, store, add, events } = await loopWith({ triage: [{ confidence: 20 }] })
    const id = await add()
    const before = await store.get(id)
    const change = () => Promise.reject(new StoreError("busy", "somebody writes", { feedback_id: id }))
    const [done] = await createSelfCorrection({ ...options, store: { ...store, change } }).process()
    expect(done).toMatchObject({
      from: "pending",
      to: "pending",
      steps: ["triage"],
      error: "somebody writes",
    })
    expect(await store.get(id)).toEqual(before)
    expect(events).toEqual([])
    expect(await store.claim(["pending"])).not.toBeNull()
    await store.release(id)
  })

  test("a listener that throws decides nothing", async () => {
    const { loop, add } = await loopWith(
      { triage: [{ confidence: 20 }] },
      {
        on_event() {
          throw new Error("listener")
        },
      },
    )
    await add()
    expect(await loop.process()).toMatchObject([{ to: "closed", error: null }])
  })

  test("a forge that is away is a failed try of the step that needs it", async () => {
    const { options, add, forge, store } = await loopWith()
    const away = {
      ...forge,
      fetchBranch: () => Promise.reject(new ForgeError("no connection", { retryable: true })),
      defaultBranch: () => Promise.reject(new ForgeError("no connection", { retryable: true })),
    }
    const id = await add()
    const [done] = await createSelfCorrection({ ...options, forge: away }).process()
    expect(done).toMatchObject({ to: "pending", error: "no connection" })
    expect(await store.get(id)).toMatchObject({ attempts: 1 })
  })
})
