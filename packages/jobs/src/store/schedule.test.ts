import { describe, expect, it } from "vitest"
import { orders, storePath } from "../orders.fixture.ts"

const MINUTE = 60_000
const AWAY = { environment: "model", name: "m-1", reason: "HTTP 503", retry_after_ms: null } as const
const NEEDS = [{ environment: "model", name: "m-1" }] as const

describe("a breaker", () => {
  it("is open for a minute, then twice as long each time, at most an hour", async () => {
    const { store, now } = await orders()
    const waits: number[] = []
    for (let tries = 1; tries <= 8; tries += 1) {
      const breaker = await store.openBreaker(AWAY)
      expect(breaker.tries).toBe(tries)
      waits.push((Date.parse(breaker.until) - now()) / MINUTE)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  })

  it("is open as long as the service asks", async () => {
    const { store, now } = await orders()
    const { until } = await store.openBreaker({ ...AWAY, retry_after_ms: 30 * MINUTE })
    expect(Date.parse(until) - now()).toBe(30 * MINUTE)
  })

  it("lets nobody through, then one, and the others again when that one does not come back", async () => {
    const { store, skip } = await orders()
    expect(await store.passBreakers(NEEDS)).toBeNull()
    await store.openBreaker(AWAY)
    expect(await store.passBreakers(NEEDS)).toMatchObject({ reason: "HTTP 503" })
    expect(await store.passBreakers([{ environment: "model", name: "m-2" }])).toBeNull()
    expect(await store.passBreakers([])).toBeNull()
    skip(MINUTE)
    expect(await store.passBreakers(NEEDS)).toBeNull()
    expect(await store.passBreakers(NEEDS)).toMatchObject({ reason: "HTTP 503" })
    skip(MINUTE)
    expect(await store.passBreakers(NEEDS)).toBeNull()
    await store.closeBreaker("model", "m-1")
    expect(await store.breakers()).toEqual([])
    expect(await store.passBreakers(NEEDS)).toBeNull()
  })

  it("is one for every store of the file, and survives it", async () => {
    const path = await storePath()
    const { store } = await orders(path)
    await store.openBreaker(AWAY)
    const { store: other } = await orders(path)
    expect(await other.breakers()).toEqual(await store.breakers())
    expect(await other.passBreakers(NEEDS)).toMatchObject({ name: "m-1" })
  })

  it("has no secret in its reason", async () => {
    const { store } = await orders()
    const { reason } = await store.openBreaker({ ...AWAY, reason: `token sk-${"a1".repeat(20)}` })
    expect(reason).toBe("token [redacted]")
  })

  it("is refused for what is no environment", async () => {
    const { store } = await orders()
    const opened = store.openBreaker({ ...AWAY, environment: "modle" as "model" })
    await expect(opened).rejects.toThrow('Did you mean "model"?')
  })
})

describe("a wait", () => {
  const WAIT = { for: "merge", look_at: null, deadline: null }

  it("begins once, is changed while it is for the same, and ends with the state", async () => {
    const { store, skip, now } = await orders()
    const { id } = await store.add({ what: "a chair" })
    const since = new Date(now()).toISOString()
    expect(await store.wait(id, WAIT)).toEqual({ ...WAIT, since })
    skip(MINUTE)
    const look_at = new Date(now()).toISOString()
    expect(await store.wait(id, { ...WAIT, look_at })).toEqual({ ...WAIT, look_at, since })
    expect((await store.waits()).get(id)).toEqual({ ...WAIT, look_at, since })
    expect(await store.wait(id, { ...WAIT, for: "ci" })).toMatchObject({ since: look_at })
    await store.change(id, { to: "packed", note: {} })
    expect(await store.waits()).toEqual(new Map())
  })

  it("is taken away, leaves no note, and is for a row that there is", async () => {
    const { store } = await orders()
    const { id } = await store.add({ what: "a chair" })
    await store.wait(id, WAIT)
    expect(await store.wait(id, null)).toBeNull()
    expect((await store.notes(id)).length).toBe(1)
    await expect(store.wait("or-none", WAIT)).rejects.toMatchObject({ code: "not_found" })
  })
})
