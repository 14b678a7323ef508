import { scriptedModel } from "@proofloop/runtime/testing"
import { describe, expect, test } from "vitest"
import { ForgeError } from "../forge/forge_error.ts"
import { loopWith } from "./loop.fixture.ts"
import { createSelfCorrection } from "./run/self_correction.ts"
import { FixError } from "./steps/fix_error.ts"

const MINUTE = 60_000
const SIXTEEN = Array.from({ length: 16 }, (_, index) => `fb-${index}`)
const OUT_OF_SCOPE = { fix_class: "out-of-scope", candidate_files: [], confidence: 90 }

// @requirement self-correction.steps
describe("what every prompt would meet", () => {
  test.each([
    ["authentication", "401: wrong key"],
    ["authentication", "402: insufficient credits"],
    ["wrong_endpoint", "404: model not found"],
    ["wrong_endpoint", "content type text/html: the body is not JSON"],
  ] as const)(
    "is met once, by one of sixteen rows, and none of them is failed: %s %s",
    async (kind, message) => {
      let asked = 0
      let is_known = false
      const model = scriptedModel(() => {
        asked += 1
        return is_known ? { text: JSON.stringify(OUT_OF_SCOPE) } : { throws: { kind, message } }
      })
      const { loop, store, add, skip, events } = await loopWith({}, { models: { triage: model } })
      for (const id of SIXTEEN) await add({ id })
      const suspended = {
        to: "pending",
        error: null,
        suspended: { environment: "model", reason: message },
      }
      expect(await loop.process()).toMatchObject(SIXTEEN.map((id) => ({ id, ...suspended })))
      expect(asked).toBe(1)
      expect(events.filter(({ type }) => type === "feedback.suspended")).toHaveLength(1)
      expect(await store.list()).toMatchObject(
        SIXTEEN.map((id) => ({ id, attempts: 0, error: null, revision: 0 })),
      )
      await loop.process()
      expect(asked).toBe(1)
      skip(MINUTE)
      await loop.process()
      expect(asked).toBe(2)
      expect(await store.breakers()).toMatchObject([{ environment: "model", tries: 2, needs_person: true }])
      is_known = true
      skip(2 * MINUTE)
      expect(await loop.process()).toMatchObject(SIXTEEN.map((id) => ({ id, to: "closed" })))
      expect(await store.breakers()).toEqual([])
    },
  )
})

describe("a forge", () => {
  test("that asks to be left alone for half an hour is asked once in that time", async () => {
    const { options, store, add, forge, skip } = await loopWith()
    let asked = 0
    const limited = () => {
      asked += 1
      const told = { retryable: true, problem: "limit", retry_after_ms: 30 * MINUTE } as const
      return Promise.reject(new ForgeError("API rate limit exceeded", told))
    }
    const loop = createSelfCorrection({
      ...options,
      forge: { ...forge, git: { ...forge.git, fetchBranch: limited } },
    })
    for (const id of SIXTEEN.slice(0, 8)) await add({ id })
    for (let pass = 0; pass < 3; pass += 1) {
      const done = await loop.process()
      expect(done.map(({ suspended }) => suspended?.reason)).toEqual(
        Array.from({ length: 8 }, () => "API rate limit exceeded"),
      )
      skip(9 * MINUTE)
    }
    expect(asked).toBe(1)
    skip(4 * MINUTE)
    await loop.process()
    expect(asked).toBe(2)
    expect(await store.list({ state: "failed" })).toEqual([])
  })

  test("is not asked for its default branch in that time either", async () => {
    const { options, add, forge } = await loopWith()
    let asked = 0
    const limited = () => {
      asked += 1
      const told = { retryable: true, problem: "limit", retry_after_ms: 30 * MINUTE } as const
      return Promise.reject(new ForgeError("API rate limit exceeded", told))
    }
    let now = Date.now()
    const clock = { now: () => now, sleep: async () => undefined }
    const away = { ...forge, defaultBranch: limited, git: { ...forge.git, fetchBranch: limited } }
    const loop = createSelfCorrection({ ...options, forge: away, clock })
    await add()
    await loop.process()
    expect(asked).toBe(2)
    await loop.process()
    expect(asked).toBe(2)
    now += 31 * MINUTE
    await loop.process()
    expect(asked).toBe(3)
  })

  test("that is away counts no try of the step that needs it", async () => {
    const { options, add, forge, store } = await loopWith()
    const gone = () => Promise.reject(new ForgeError("no connection", { retryable: true }))
    const away = { ...forge, defaultBranch: gone, git: { ...forge.git, fetchBranch: gone } }
    const id = await add()
    const [done] = await createSelfCorrection({ ...options, forge: away }).process()
    expect(done).toMatchObject({
      to: "pending",
      suspended: { environment: "forge", reason: "no connection" },
    })
    expect(await store.get(id)).toMatchObject({ attempts: 0, error: null })
  })
})

describe("a test runner that is not installed", () => {
  test("is no fault of the fix", async () => {
    const missing = () => Promise.reject(new FixError("environment", "pytest is not installed"))
    const { loop, add, store } = await loopWith({}, { propose_test: missing })
    await add()
    const [done] = await loop.process()
    expect(done).toMatchObject({ to: "in-fix", suspended: { environment: "runner" } })
    expect(await store.get("fb-1")).toMatchObject({ attempts: 0, work: { fix: {} } })
  })
})

describe("retryAll", () => {
  test("takes up every failed row whose error has the text", async () => {
    const { loop, add, store } = await loopWith({}, { max_attempts: 1 })
    for (const id of ["fb-1", "fb-2", "fb-3"]) {
      await add({ id })
      const error = id === "fb-3" ? "no hunk fits" : "HTTP 401 Unauthorized"
      await store.change(id, { to: "failed", error, work: { failures: 1 }, note: {} })
    }
    expect((await loop.retryAll("401")).map(({ id }) => id)).toEqual(["fb-1", "fb-2"])
    expect(await store.list()).toMatchObject([
      { state: "pending", attempts: 0, error: null },
      { state: "pending" },
      { state: "failed" },
    ])
    expect((await loop.retryAll("")).map(({ id }) => id)).toEqual(["fb-3"])
  })
})
