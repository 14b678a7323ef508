import { expect, test } from "vitest"
import { shopsOf } from "./fleet.fixture.ts"
import { openFleetRows } from "./fleet_rows.ts"

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
