import { expect, it } from "vitest"
import { orders } from "../orders.fixture.ts"
import { orderKind, type OrderTypes } from "../orders_kind.fixture.ts"
import { openJobStore } from "./open_store.ts"
import { onEveryDatabase } from "./stores.fixture.ts"

onEveryDatabase((make) => {
  it("gives the notes of one kind after a position, and the newest ones without a position", async () => {
    const { path } = await make()
    const { store } = await orders(path)
    const other = await openJobStore<OrderTypes>(path, { ...orderKind, name: "return", id_prefix: "re-" })
    await store.add({ id: "or-1", what: "a chair" })
    await other.add({ id: "re-1", what: "a table" })
    await store.change("or-1", { weight: 3, note: { weighed: true } })
    await store.add({ id: "or-2", what: "a lamp" })
    const all = await store.notesSince(0)
    expect(all.map(({ position, row_id, seq }) => [position, row_id, seq])).toEqual([
      [1, "or-1", 1],
      [3, "or-1", 2],
      [4, "or-2", 1],
    ])
    expect(all[1]).toMatchObject({ note: { weighed: true }, transition: null })
    expect((await store.notesSince(1, 1)).map(({ position }) => position)).toEqual([3])
    expect((await store.notesSince(null, 2)).map(({ position }) => position)).toEqual([3, 4])
    expect(await store.notesSince(4)).toEqual([])
    await expect(store.notesSince(-1)).rejects.toThrow("position")
    await expect(store.notesSince(0, 5000)).rejects.toThrow("limit")
    await other.close()
  })

  it("tells who works on which rows", async () => {
    const { store } = await orders((await make()).path)
    for (const id of ["or-1", "or-2"]) await store.add({ id, what: "a chair" })
    expect([...(await store.holders()).keys()]).toEqual([])
    await store.claim(["new"], { id: "or-2" })
    const holder = await store.holder("or-2")
    expect([...(await store.holders())]).toEqual([["or-2", holder]])
  })
})
