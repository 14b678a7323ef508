import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { orderKind } from "../../orders_kind.fixture.ts"
import { openJobStore } from "../open_store.ts"
import { canStartPostgres, placeOn } from "../stores.fixture.ts"
import { startServer, type TestServer } from "./server.fixture.ts"

describe.skipIf(!canStartPostgres)("on a server of its own (needs Postgres)", () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.remove())

  it.each(["restarted", "killed"] as const)("work goes on over a server that is %s", async (how) => {
    const { path } = placeOn(server.url())
    const store = await openJobStore(path, orderKind)
    let is_over = false
    const worked = (async () => {
      let rows = 0
      for (; !is_over || rows < 30; rows += 1) {
        const id = `or-${rows}`
        await store.add({ id, what: "a chair" })
        expect(await store.claim(["new"])).toMatchObject({ id })
        expect(await store.change(id, { to: "packed", note: {} })).toMatchObject({ revision: 1 })
        await store.release(id)
      }
      return rows
    })()
    for (let time = 0; time < 3; time += 1) {
      await server.stop(how)
      await server.start()
      await store.list()
    }
    is_over = true
    const rows = await worked
    expect(await store.check()).toEqual({ rows, notes: 2 * rows })
    await store.close()
  })

  it("a password is asked for, sent, and in no message", async () => {
    const { path, run } = placeOn(server.url())
    await run("CREATE ROLE guarded LOGIN PASSWORD 'sesame'; GRANT CREATE ON DATABASE postgres TO guarded")
    const guarded = path.replace("proofloop@", "guarded:sesame@")
    const store = await openJobStore(guarded, orderKind)
    expect(store.path).not.toContain("sesame")
    await store.add({ what: "a chair" })
    await store.close()
    const wrong: unknown = await openJobStore(guarded.replace("sesame", "hunter22"), orderKind).catch(
      (error: unknown) => error,
    )
    expect(wrong).toMatchObject({
      code: "io",
      message: expect.stringContaining("the server refuses this user") as string,
    })
    expect(JSON.stringify(wrong, Object.getOwnPropertyNames(wrong))).not.toContain("hunter22")
  })

  it("a database in another encoding, one that is missing, and one that may not be used are named", async () => {
    const { path, run } = placeOn(server.url())
    await run("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    await run("CREATE ROLE stranger LOGIN")
    const on = (database: string, user = "proofloop") =>
      openJobStore(path.replace("/postgres?", `/${database}?`).replace("proofloop@", `${user}@`), orderKind)
    await expect(on("latin")).rejects.toThrow("the database is encoded in LATIN1, and a store needs UTF8")
    await expect(on("none")).rejects.toThrow(
      'the server has no such database: database "none" does not exist',
    )
    await expect(on("postgres", "stranger")).rejects.toThrow("permission denied")
  })
})
