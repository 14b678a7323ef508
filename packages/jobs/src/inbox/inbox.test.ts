import { expect, it } from "vitest"
import { orders } from "../orders.fixture.ts"
import { inboxOf } from "./inbox.ts"

it("holds what waits for a person and what is away, oldest first", async () => {
  const { store, skip } = await orders()
  for (const id of ["or-1", "or-2", "or-3"]) await store.add({ id, what: `chair ${id}` })
  await store.change("or-1", { to: "failed", error: "no box", note: {} })
  skip(1000)
  await store.openBreaker({
    environment: "forge",
    name: "local",
    row_id: "or-1",
    reason: "HTTP 401",
    retry_after_ms: null,
  })
  skip(1000)
  await store.wait("or-2", { for: "payment", look_at: null, deadline: null })
  const items = await inboxOf(store, ["new", "failed"], ({ state, error, what }) => {
    if (state === "failed") return { why: "failed", text: error ?? "", action: "retry" }
    return what === "chair or-2" ? { why: "payment", text: what, action: "pay" } : null
  })
  expect(items).toEqual([
    { row_id: "or-1", since: "2026-01-01T00:00:00.000Z", why: "failed", text: "no box", action: "retry" },
    {
      row_id: null,
      since: "2026-01-01T00:00:01.000Z",
      why: "away",
      text: "forge local: HTTP 401; tried again from 2026-01-01T00:01:01.000Z on",
      action: "mend",
    },
    { row_id: "or-2", since: "2026-01-01T00:00:02.000Z", why: "payment", text: "chair or-2", action: "pay" },
  ])
})

it("reads more rows than one page has", async () => {
  const { store } = await orders()
  for (let count = 0; count < 520; count += 1) await store.add({ what: "a chair" })
  const items = await inboxOf(store, ["new"], () => ({ why: "x", text: "", action: "y" }))
  expect(items).toHaveLength(520)
})
