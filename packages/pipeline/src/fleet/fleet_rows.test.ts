import { expect, it, test } from "vitest"
import { onEveryDatabase } from "../../../jobs/src/store/stores.fixture.ts"
import { openRunStore, type RunStore } from "../run_store.ts"
import { shopsOf } from "./fleet.fixture.ts"
import { openFleetRows } from "./fleet_rows.ts"

onEveryDatabase((make) => {
  it("a start reads open rows and the newest of each repository, however many have ended", async () => {
    const store = await openRunStore((await make()).path)
    const repositories = ["a", "b", "c"].map((url) => ({ url, base: null, switches: [], cap: 1 }))
    let read = 0
    const counted: RunStore = {
      ...store,
      list: async (query) => {
        const rows = await store.list(query)
        read += rows.length
        return rows
      },
    }
    const end = async (url: string) => {
      const { id } = await store.add({ url })
      await store.change(id, { to: "cancelled", note: {} })
      return Date.parse((await store.get(id)).received_at)
    }
    for (let count = 0; count < 20; count += 1) await end(["a", "b", "elsewhere"][count % 3] ?? "")
    const last = await end("a")
    await store.add({ url: "b" })
    const rows = await openFleetRows(counted, repositories, Date.now)
    expect([rows.size, rows.beganAt("a"), rows.beganAt("c")]).toEqual([1, last, -Infinity])
    expect(read).toBe(3)
    await store.close()
  })
})

const FORGE = { environment: "forge", name: "github app 1" } as const

test("runs that wait for a service are due as soon as one of them has found it back", async () => {
  const { options } = await shopsOf(2)
  const { store, repositories } = options
  const made = []
  for (const { url } of repositories) made.push(await store.add({ url }))
  const now = Date.now()
  const rows = await openFleetRows(store, repositories, () => now)
  const until = new Date(now + 60_000).toISOString()
  const dues = () => [...rows.waiting()].map(({ due_at }) => due_at)
  for (const { id, revision } of made) {
    await store.openBreaker({ ...FORGE, row_id: id, reason: "HTTP 401", retry_after_ms: 60_000 })
    const waits_for = `${FORGE.environment} ${FORGE.name}`
    rows.rested({ row_id: id, state: "queued", is_over: false, waits_for, look_at: until }, { revision })
  }
  await rows.refresh()
  expect(dues()).toEqual([Date.parse(until), Date.parse(until)])
  await store.closeBreaker(FORGE, made[0]?.id ?? "")
  await rows.refresh()
  expect(dues()).toEqual([now, now])
})
