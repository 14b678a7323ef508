import { InvalidOptionError } from "@proofloop/foundation/errors"
import { scriptedModel } from "@proofloop/runtime/testing"
import { describe, expect, test } from "vitest"
import { ForgeError } from "../forge/forge_error.ts"
import { StoreError } from "../store/store_error.ts"
import { loopWith } from "./loop.fixture.ts"
import { broken } from "./process_feedback.fixture.ts"
import { createSelfCorrection } from "./run/self_correction.ts"
import type { StepName } from "./states.ts"
import { FixError, PublishError } from "./steps/fix_error.ts"

describe("triage", () => {
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
    const fetchBranch = () => Promise.reject(new ForgeError("no such branch", { retryable: false }))
    const refusing = { ...forge, git: { ...forge.git, fetchBranch } }
    const id = await add()
    const loop = createSelfCorrection({ ...options, forge: refusing })
    expect(await loop.process()).toMatchObject([{ to: "failed", error: "no such branch" }])
    expect(await store.get(id)).toMatchObject({ failed_in: "pending", attempts: 1 })
  })

  test.each([
    new FixError("branch", "it is checked out"),
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
      calls++ === 0
        ? { throws: { kind: "invalid_response", message: "busy" } }
        : { text: JSON.stringify(good) },
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
      throws: { kind: "invalid_response", message: `token ${secret} ${"x".repeat(10_000)}` },
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
  test("a store that cannot be written leaves the row as it was, and nothing is told", async () => {
    const { options, store, add, events } = await loopWith({ triage: [{ confidence: 20 }] })
    const id = await add()
    const before = await store.get(id)
    const change = () => Promise.reject(new StoreError("busy", "somebody writes", { row_id: id }))
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
})
