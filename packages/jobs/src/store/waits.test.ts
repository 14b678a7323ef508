import { expect, it } from "vitest"
import { orders } from "../orders.fixture.ts"
import { onEveryDatabase } from "./stores.fixture.ts"

const MINUTE = 60_000

const WAIT = { for: "merge", look_at: null, deadline: null }

onEveryDatabase((make) => {
  it("begins once, is changed while it is for the same, and ends with the state", async () => {
    const { store, skip, now } = await orders((await make()).path)
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
    const { store } = await orders((await make()).path)
    const { id } = await store.add({ what: "a chair" })
    await store.wait(id, WAIT)
    expect(await store.wait(id, null)).toBeNull()
    expect((await store.notes(id)).length).toBe(1)
    await expect(store.wait("or-none", WAIT)).rejects.toMatchObject({ code: "not_found" })
  })
})
