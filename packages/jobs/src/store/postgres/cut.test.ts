import { afterEach, expect, it } from "vitest"
import { orderKind, type OrderStore } from "../../orders_kind.fixture.ts"
import { openJobStore } from "../open_store.ts"
import { onPostgres, type TestPlace } from "../stores.fixture.ts"
import { type CuttingWay, cuttingWay } from "./cutting.fixture.ts"
import { openPostgres } from "./postgres_connection.ts"

let store: OrderStore | null = null
let way: CuttingWay | null = null
afterEach(async () => {
  await store?.close()
  await way?.close()
  store = way = null
})

async function cuttable(place: TestPlace) {
  way = await cuttingWay(place.path)
  store = await openJobStore(way.path, orderKind)
  await store.add({ id: "or-1", what: "a chair" })
  return { way, store }
}

/** "READ COMMITTED" begins a transaction. */
const isCommit = (message: string) => message.includes("; COMMIT")

onPostgres((make) => {
  it.each(["unheard", "unanswered"] as const)("a commit that is %s is kept once", async (how) => {
    const open = await cuttable(await make())
    open.way.cut(how, isCommit)
    expect(await open.store.change("or-1", { to: "packed", note: { by: "me" } })).toMatchObject({
      revision: 1,
    })
    expect(open.way.hasCut()).toBe(true)
    expect((await open.store.notes("or-1")).map(({ transition }) => transition)).toEqual([
      null,
      "new → packed",
    ])
    expect(await open.store.check()).toEqual({ rows: 1, notes: 2 })
  })

  it.each(["unheard", "unanswered"] as const)("a claim whose commit is %s is this store's", async (how) => {
    const open = await cuttable(await make())
    open.way.cut(how, isCommit)
    expect(await open.store.claim(["new"])).toMatchObject({ id: "or-1" })
    expect(await open.store.renew("or-1")).toBe(true)
    expect(await open.store.claim(["new"])).toBeNull()
  })

  it("a statement in the middle that is not answered is done once", async () => {
    const open = await cuttable(await make())
    open.way.cut("unanswered", (message) => message.includes("INSERT INTO notes"))
    await open.store.change("or-1", { weight: 3, note: {} })
    expect(open.way.hasCut()).toBe(true)
    expect(await open.store.check()).toEqual({ rows: 1, notes: 2 })
  })

  it("says that it does not know when the server stays away after a commit", async () => {
    const { path } = await make()
    await (await openJobStore(path, orderKind)).close()
    way = await cuttingWay(path)
    const connection = await openPostgres(way.path, { patience_ms: 200 })
    expect(await connection.transaction("read", async () => 1)).toBe(1)
    const { close } = way
    way.cut("unanswered", (message) => {
      if (isCommit(message)) void close()
      return isCommit(message)
    })
    const unknown = connection.transaction("write", async ({ run }) => {
      await run("UPDATE positions SET given = given")
    })
    await expect(unknown).rejects.toMatchObject({
      code: "io",
      message: expect.stringContaining("look whether it was kept") as string,
    })
    const away = connection.transaction("read", async () => 1)
    await expect(away).rejects.toMatchObject({
      code: "io",
      message: expect.stringContaining("the server cannot be reached: ") as string,
    })
    await connection.close()
  })
})
