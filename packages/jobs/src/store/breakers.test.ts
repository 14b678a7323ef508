import { describe, expect, it } from "vitest"
import { orders } from "../orders.fixture.ts"
import { onEveryDatabase } from "./stores.fixture.ts"

const MINUTE = 60_000
const NEED = { environment: "model", name: "m-1" } as const
const AWAY = { ...NEED, row_id: "or-1", reason: "HTTP 503", retry_after_ms: null } as const
const NEEDS = [NEED]

onEveryDatabase((make) => {
  describe("a breaker", () => {
    it("is open for a minute, then twice as long each time, at most an hour", async () => {
      const { store, now } = await orders((await make()).path)
      const waits: number[] = []
      for (let tries = 1; tries <= 8; tries += 1) {
        const breaker = await store.openBreaker(AWAY)
        expect(breaker.tries).toBe(tries)
        waits.push((Date.parse(breaker.until) - now()) / MINUTE)
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    })

    it("waits as long when many rows at work find the same outage", async () => {
      const { store, now, skip } = await orders()
      await store.openBreaker(AWAY)
      skip(1000)
      for (const row_id of ["or-2", "or-3", "or-4"]) await store.openBreaker({ ...AWAY, row_id })
      const [breaker] = await store.breakers()
      expect(breaker).toMatchObject({ tries: 1, row_ids: ["or-1", "or-2", "or-3", "or-4"] })
      expect(Date.parse(breaker?.until ?? "") - now()).toBe(MINUTE - 1000)
      await store.openBreaker({ ...AWAY, row_id: "or-5", retry_after_ms: 2 * MINUTE })
      expect(Date.parse((await store.breakers())[0]?.until ?? "") - now()).toBe(2 * MINUTE)
    })

    it("is open as long as the service asks", async () => {
      const { store, now } = await orders((await make()).path)
      const { until } = await store.openBreaker({ ...AWAY, retry_after_ms: 30 * MINUTE })
      expect(Date.parse(until) - now()).toBe(30 * MINUTE)
    })

    it("lets nobody through, then one, and the others again when that one does not come back", async () => {
      const { store, skip } = await orders((await make()).path)
      expect(await store.passBreakers(NEEDS, "or-1")).toBeNull()
      await store.openBreaker(AWAY)
      expect(await store.passBreakers(NEEDS, "or-1")).toMatchObject({ reason: "HTTP 503" })
      expect(await store.passBreakers([{ environment: "model", name: "m-2" }], "or-1")).toBeNull()
      expect(await store.passBreakers([], "or-1")).toBeNull()
      skip(MINUTE)
      expect(await store.passBreakers(NEEDS, "or-1")).toBeNull()
      expect(await store.passBreakers(NEEDS, "or-1")).toMatchObject({ reason: "HTTP 503" })
      skip(MINUTE)
      expect(await store.passBreakers(NEEDS, "or-1")).toBeNull()
      await store.closeBreaker(NEED, "or-1")
      expect(await store.breakers()).toEqual([])
      expect(await store.passBreakers(NEEDS, "or-1")).toBeNull()
    })

    it("is looked at as soon as somebody wants it, by one row, and stays when that one finds it away", async () => {
      const { store } = await orders((await make()).path)
      await store.openBreaker({ ...AWAY, retry_after_ms: 30 * MINUTE })
      expect(await store.passBreakers(NEEDS, "or-2")).toMatchObject({ tries: 1 })
      await store.lookAgain([{ environment: "model", name: "m-2" }])
      expect(await store.passBreakers(NEEDS, "or-2")).toMatchObject({ tries: 1 })
      await store.lookAgain([NEED])
      expect(await store.passBreakers(NEEDS, "or-2")).toBeNull()
      expect(await store.passBreakers(NEEDS, "or-1")).toMatchObject({ reason: "HTTP 503" })
      expect(await store.openBreaker({ ...AWAY, row_id: "or-2" })).toMatchObject({ name: "m-1", tries: 2 })
    })

    it("is one for every store of the file, and survives it", async () => {
      const { path } = await make()
      const { store } = await orders(path)
      await store.openBreaker(AWAY)
      const { store: other } = await orders(path)
      expect(await other.breakers()).toEqual(await store.breakers())
      expect(await other.passBreakers(NEEDS, "or-1")).toMatchObject({ name: "m-1" })
    })

    it("names the rows that met it and did not find it back, and whether it needs a person", async () => {
      const { store, skip } = await orders((await make()).path)
      await store.openBreaker({ ...AWAY, needs_person: true })
      await store.openBreaker({ ...AWAY, name: "m-2", row_id: "or-3" })
      await store.passBreakers(NEEDS, "or-2")
      const told = async () =>
        (await store.breakers()).map(({ name, needs_person, row_ids }) => [name, needs_person, row_ids])
      expect(await told()).toEqual([
        ["m-1", true, ["or-1", "or-2"]],
        ["m-2", false, ["or-3"]],
      ])
      await store.closeBreaker(NEED, "or-2")
      skip(MINUTE)
      await store.openBreaker(AWAY)
      expect(await told()).toEqual([
        ["m-2", false, ["or-3"]],
        ["m-1 for or-1", false, ["or-1"]],
      ])
    })

    it("has no secret in its reason", async () => {
      const { store } = await orders((await make()).path)
      const { reason } = await store.openBreaker({ ...AWAY, reason: `token sk-${"a1".repeat(20)}` })
      expect(reason).toBe("token [redacted]")
    })

    it("is refused for what is no environment", async () => {
      const { store } = await orders((await make()).path)
      const opened = store.openBreaker({ ...AWAY, environment: "modle" as "model" })
      await expect(opened).rejects.toThrow('Did you mean "model"?')
    })

    it("is looked at by another row each time, the one that has waited longest first", async () => {
      const { store, skip } = await orders((await make()).path)
      await store.openBreaker(AWAY)
      const rows = ["or-1", "or-2", "or-3", "or-4"]
      const looks: (readonly string[])[] = []
      for (let pass = 1; pass <= 6; pass += 1) {
        const passed: string[] = []
        for (const row_id of rows) {
          if ((await store.passBreakers(NEEDS, row_id)) !== null) continue
          passed.push(row_id)
          await store.openBreaker({ ...AWAY, row_id, retry_after_ms: MINUTE })
        }
        looks.push(passed)
        skip(MINUTE)
      }
      expect(looks).toEqual([[], ["or-2"], ["or-3"], ["or-4"], ["or-1"], ["or-2"]])
    })

    it("passes over a row that does not ask when it is its turn", async () => {
      const { store, skip } = await orders((await make()).path)
      await store.openBreaker(AWAY)
      await store.passBreakers(NEEDS, "or-2")
      skip(MINUTE)
      expect(await store.passBreakers(NEEDS, "or-1")).toMatchObject({ tries: 1 })
      skip(MINUTE)
      expect(await store.passBreakers(NEEDS, "or-1")).toBeNull()
    })

    it("is looked at by one row, also when a person asks to look again meanwhile", async () => {
      const { store, skip } = await orders((await make()).path)
      await store.openBreaker(AWAY)
      skip(MINUTE)
      expect(await store.passBreakers(NEEDS, "or-2")).toBeNull()
      skip(1000)
      await store.lookAgain([NEED])
      expect(await store.passBreakers(NEEDS, "or-3")).toMatchObject({ name: "m-1" })
      await store.openBreaker({ ...AWAY, row_id: "or-2" })
      await store.lookAgain([NEED])
      expect(await store.passBreakers(NEEDS, "or-3")).toBeNull()
    })

    it("holds one row alone that finds it away when others found it back", async () => {
      const { store, skip } = await orders((await make()).path)
      await store.openBreaker(AWAY)
      await store.passBreakers(NEEDS, "or-2")
      skip(MINUTE)
      expect(await store.passBreakers(NEEDS, "or-2")).toBeNull()
      await store.closeBreaker(NEED, "or-2")
      expect(await store.openBreaker(AWAY)).toMatchObject({ name: "m-1 for or-1", tries: 1 })
      expect(await store.openBreaker(AWAY)).toMatchObject({ name: "m-1 for or-1", tries: 2 })
      expect(await store.passBreakers(NEEDS, "or-1")).toMatchObject({ name: "m-1 for or-1" })
      expect(await store.passBreakers(NEEDS, "or-2")).toBeNull()
      skip(2 * MINUTE)
      expect(await store.passBreakers(NEEDS, "or-1")).toBeNull()
      await store.closeBreaker(NEED, "or-1")
      expect(await store.breakers()).toEqual([])
      expect(await store.openBreaker(AWAY)).toMatchObject({ name: "m-1" })
    })
  })
})
