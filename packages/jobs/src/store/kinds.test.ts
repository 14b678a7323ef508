import { hostname } from "node:os"
import { expect, it } from "vitest"
import { orders } from "../orders.fixture.ts"
import { orderKind, type OrderTypes } from "../orders_kind.fixture.ts"
import { openJobStore } from "./open_store.ts"
import { textOption } from "./options.ts"
import type { JobKind } from "./store.ts"
import { onEveryDatabase } from "./stores.fixture.ts"

const PLACE = { forge: "local", repository: "r-1", base: "next" }

onEveryDatabase((make) => {
  it("rows of two kinds lie in one file, and each store has its own", async () => {
    const { path } = await make()
    const { store } = await orders(path)
    const other = await openJobStore<OrderTypes>(path, { ...orderKind, name: "return", id_prefix: "re-" })
    const { id } = await store.add({ what: "a chair" })
    const back = await other.add({ what: "a table" })
    expect([id.slice(0, 3), back.id.slice(0, 3)]).toEqual(["or-", "re-"])
    expect((await store.list()).map((row) => row.id)).toEqual([id])
    expect((await other.list()).map((row) => row.id)).toEqual([back.id])
    await expect(store.get(back.id)).rejects.toThrow(`there is no order ${back.id}; it is a return`)
    expect(await store.claim(["new"])).toMatchObject({ id })
    expect(await store.claim(["new"])).toBeNull()
    await expect(store.add({ id: back.id, what: "x" })).rejects.toMatchObject({ code: "exists" })
    expect(await store.check()).toEqual({ rows: 2, notes: 2 })
    await other.close()
  })

  it("a kind's own objection refuses a change, and nothing is written", async () => {
    const { store } = await orders((await make()).path)
    const { id } = await store.add({ what: "a chair" })
    await store.change(id, { weight: 7, note: {} })
    await expect(store.change(id, { weight: 6, note: {} })).rejects.toMatchObject({
      code: "illegal_transition",
      message: `order ${id}: it gets no lighter`,
    })
    expect(await store.get(id)).toMatchObject({ weight: 7, revision: 1 })
  })

  it("a row keeps its place once it has one", async () => {
    const { store } = await orders((await make()).path)
    const { id } = await store.add({ what: "a chair" })
    expect(await store.get(id)).toMatchObject({ place: null })
    await store.change(id, { place: PLACE, note: {} })
    expect(await store.change(id, { place: PLACE, note: {} })).toMatchObject({ place: PLACE })
    await expect(store.change(id, { place: { ...PLACE, repository: "r-2" }, note: {} })).rejects.toThrow(
      "it belongs to next of r-1 on local, not to next of r-2 on local",
    )
  })

  it("a claim passes over rows of another repository, and those before a row", async () => {
    const { store } = await orders((await make()).path)
    const ids = ["or-1", "or-2", "or-3"]
    for (const id of ids) await store.add({ id, what: "a chair" })
    await store.change("or-1", { place: { ...PLACE, repository: "r-2" }, note: {} })
    expect(await store.claim(["new"], { repository: "r-1" })).toMatchObject({ id: "or-2" })
    expect(await store.claim(["new"], { repository: "r-1", after: "or-2" })).toMatchObject({ id: "or-3" })
    expect(await store.claim(["new"], { repository: "r-1" })).toBeNull()
    expect(await store.claim(["new"], { repository: "r-2" })).toMatchObject({ id: "or-1" })
    await expect(store.claim(["new"], { after: "or-9" })).rejects.toThrow("after: there is no order or-9")
    await expect(store.claim(["new"], { afetr: "or-1" } as object)).rejects.toThrow('Did you mean "after"?')
  })

  it("pages through a list", async () => {
    const { store } = await orders((await make()).path)
    const ids = Array.from({ length: 7 }, (_, index) => `or-${index}`)
    for (const id of ids) await store.add({ id, what: "a chair" })
    const seen: string[] = []
    for (let after: string | undefined; ; after = seen.at(-1)) {
      const page = await store.list({ limit: 3, after })
      if (page.length === 0) break
      seen.push(...page.map(({ id }) => id))
    }
    expect(seen).toEqual(ids)
  })

  it("lists the newest first, and those with one request, however long it is", async () => {
    const kind = {
      ...orderKind,
      request: { what: orderKind.request["what"], url: (option, value) => textOption(option, value, 2048) },
      filters: ["url"],
    } as JobKind<OrderTypes>
    const store = await openJobStore<OrderTypes>((await make()).path, kind)
    const start = "\u{1f6cb}".repeat(1000)
    const of = (url: string) => ({ what: "a chair", url })
    for (const url of [`${start}a`, `${start}b`, `${start}a`, "c", `${start}a`]) await store.add(of(url))
    const all = (await store.list()).map(({ id }) => id)
    const places = async (query: object) => (await store.list(query)).map(({ id }) => all.indexOf(id))
    expect(await places({ newest_first: true, limit: 2 })).toEqual([4, 3])
    expect(await places({ newest_first: true, after: all[3] })).toEqual([2, 1, 0])
    expect(await places({ url: `${start}a`, newest_first: true })).toEqual([4, 2, 0])
    expect(await places({ url: `${start}b` })).toEqual([1])
    expect(await places({ url: start })).toEqual([])
    await expect(places({ url: "" })).rejects.toMatchObject({ option: "url" })
    await store.change(all[1] ?? "", { to: "cancelled", note: {} })
    expect(await store.counts()).toEqual({ new: 4, cancelled: 1 })
    expect(await store.counts({ url: `${start}b` })).toEqual({ cancelled: 1 })
    await expect(store.counts({ state: "new" })).rejects.toMatchObject({ name: "InvalidOptionError" })
    const filter: string = "url"
    expect(await store.countValues(filter as never)).toBe(3)
    await expect(store.countValues("state" as never)).rejects.toMatchObject({ option: "filter" })
    await store.close()
  })

  it("keeps a claim while its holder says that it is at work", async () => {
    const { store } = await orders((await make()).path)
    const { id } = await store.add({ what: "a chair" })
    expect(await store.renew(id)).toBe(false)
    expect(await store.holder(id)).toBeNull()
    await store.claim(["new"])
    expect(await store.renew(id)).toBe(true)
    const [host = ""] = hostname().split(" ")
    expect(await store.holder(id)).toEqual({
      pid: process.pid,
      host,
      since: expect.stringMatching(/^2\d{3}-/),
    })
    await store.release(id)
    expect(await store.renew(id)).toBe(false)
    expect(await store.holder(id)).toBeNull()
    await expect(store.holder("or-9")).rejects.toMatchObject({ code: "not_found" })
  })
})
