import { createHash } from "node:crypto"
import { expect, it } from "vitest"
import { orderKind } from "../../orders_kind.fixture.ts"
import { migrate } from "../migrate.ts"
import { openJobStore } from "../open_store.ts"
import { migrationsOf } from "../schema.ts"
import { onPostgres } from "../stores.fixture.ts"
import { openPostgres } from "./postgres_connection.ts"
import { postgresDialect } from "./postgres_dialect.ts"

const MIGRATIONS = migrationsOf(postgresDialect("any"))

it("the text of a migration stays what stores were made with; what is new is a further migration", () => {
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")
  expect(MIGRATIONS.map(({ name, sql }) => `${name} ${sha256(sql).slice(0, 16)}`)).toMatchInlineSnapshot(`
    [
      "jobs and notes dd80196bff389b21",
      "approvals ff3e00d64dc130ba",
      "memories 293e2318b2405cb7",
      "claims dd1cdd38d4606d5c",
      "waits and breakers a4f967991faac921",
      "probes 9d293b79d867cf87",
      "times of claims 4d4bc14d1b27a5fa",
      "breakers that need a person e4e12b7e08554c3c",
      "rows by address 5be71f612bb7fa20",
      "rows that look 5cb2748dcdf96384",
    ]
  `)
})

it("a server that was never reached is not waited for, and the password is not told", async () => {
  const url = "postgres://ann:sesame@127.0.0.1:9/shop?schema=loop"
  const error: unknown = await openJobStore(url, orderKind).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    code: "io",
    message: expect.stringContaining(
      "postgres://ann@127.0.0.1:9/shop?schema=loop: the server cannot be reached",
    ) as string,
  })
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain("sesame")
})

onPostgres((make) => {
  it("makes the schema, and says where the store is without its password", async () => {
    const { path, rows } = await make()
    const store = await openJobStore(path.replace("proofloop@", "proofloop:sesame@"), orderKind)
    expect(store.path).toMatch(/^postgres:\/\/proofloop@localhost\/postgres\?host=.*&schema=t_\w+$/)
    await store.add({ what: "a chair" })
    expect(await rows("SELECT position, row_id = id AS own FROM notes, jobs")).toMatchObject([
      { position: 1, own: "t" },
    ])
    await store.close()
    expect(await rows("SELECT session FROM commits")).toEqual([])
    await expect(store.list()).rejects.toMatchObject({ code: "closed" })
  })

  it("leaves a schema of another program as it was", async () => {
    const { path, run, rows } = await make()
    const schema = new URL(path.replace("@/", "@localhost/")).searchParams.get("schema") ?? ""
    await run(`CREATE SCHEMA ${schema}`)
    await run("CREATE TABLE schema_migrations (version TEXT)")
    await expect(openJobStore(path, orderKind)).rejects.toMatchObject({ code: "not_a_store" })
    expect(await rows(`SELECT relname FROM pg_class WHERE relnamespace = '${schema}'::regnamespace`)).toEqual(
      [{ relname: "schema_migrations" }],
    )
  })

  it("uses an empty schema that is there", async () => {
    const { path, run } = await make()
    await run(`CREATE SCHEMA ${new URL(path.replace("@/", "@localhost/")).searchParams.get("schema") ?? ""}`)
    const store = await openJobStore(path, orderKind)
    expect(await store.check()).toEqual({ rows: 0, notes: 0 })
    await store.close()
  })

  it("is opened many times at once and migrated once", async () => {
    const { path, rows } = await make()
    const stores = await Promise.all(Array.from({ length: 6 }, () => openJobStore(path, orderKind)))
    await Promise.all(stores.map((store, index) => store.add({ id: `or-${index}`, what: "a chair" })))
    expect(await stores[0]?.check()).toEqual({ rows: 6, notes: 6 })
    await Promise.all(stores.map((store) => store.close()))
    expect(await rows("SELECT count(*) AS amount FROM schema_migrations")).toEqual([
      { amount: MIGRATIONS.length },
    ])
  })

  it("a newer program migrates beside an older one, which goes on and is refused the next time", async () => {
    const { path } = await make()
    const older = await openJobStore(path, orderKind)
    const newer = await openPostgres(path)
    const more = { name: "mood of the reporter", sql: "ALTER TABLE jobs ADD COLUMN mood TEXT" }
    const adding = Promise.all([1, 2, 3].map((number) => older.add({ id: `or-${number}`, what: "a chair" })))
    await migrate(newer, [...MIGRATIONS, more], "now")
    await adding
    await older.change("or-2", { to: "packed", note: {} })
    expect(await older.check()).toEqual({ rows: 3, notes: 4 })
    await expect(openJobStore(path, orderKind)).rejects.toMatchObject({
      code: "newer_version",
      message: expect.stringContaining('migration 11 "mood of the reporter"') as string,
    })
    await older.close()
    await newer.close()
  })

  it("makes each migration whole or not at all", async () => {
    const { path, rows } = await make()
    const connection = await openPostgres(path)
    const broken = { name: "broken", sql: "CREATE TABLE half (a TEXT); CREATE TABLE half (b TEXT);" }
    await expect(migrate(connection, [...MIGRATIONS.slice(0, 1), broken], "now")).rejects.toThrow("half")
    expect(await rows("SELECT version FROM schema_migrations")).toEqual([{ version: 1 }])
    expect(await rows("SELECT to_regclass('half') AS half")).toEqual([{ half: null }])
    await connection.close()
  })

  it("a change that is undone leaves no gap between notes", async () => {
    const { path, rows } = await make()
    const store = await openJobStore(path, orderKind)
    await store.add({ id: "or-1", what: "a chair" })
    const connection = await openPostgres(path)
    const undone = connection.transaction("write", async ({ run }) => {
      await run("INSERT INTO notes SELECT 0, row_id, 2, at, kind, NULL, note, sha256, sha256 FROM notes")
      throw new Error("no")
    })
    await expect(undone).rejects.toThrow("no")
    await store.change("or-1", { to: "packed", note: {} })
    expect(await rows("SELECT position FROM notes ORDER BY position")).toEqual([
      { position: 1 },
      { position: 2 },
    ])
    expect(await store.check()).toEqual({ rows: 1, notes: 2 })
    await connection.close()
    await store.close()
  })

  it("a writer that waits too long says that the store is busy, and readers go on", async () => {
    const { path } = await make()
    const store = await openJobStore(path, orderKind)
    const [holding, impatient] = [await openPostgres(path), await openPostgres(path, { patience_ms: 50 })]
    await holding.transaction("write", async () => {
      const late = impatient.transaction("write", async () => 1)
      await expect(late).rejects.toMatchObject({ code: "busy" })
      expect(await store.list()).toEqual([])
    })
    expect(await impatient.transaction("write", async () => 2)).toBe(2)
    for (const one of [store, holding, impatient]) await one.close()
  })
})
