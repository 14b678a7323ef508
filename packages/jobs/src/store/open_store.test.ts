import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { sha256Hex } from "@proofloop/foundation/text"
import Database from "libsql"
import { afterEach, beforeEach, expect, it } from "vitest"
import { orderKind } from "../orders_kind.fixture.ts"
import { migrate } from "./migrate.ts"
import { openJobStore } from "./open_store.ts"
import { migrationsOf } from "./schema.ts"
import { openSqlite } from "./sqlite/sqlite_connection.ts"
import { APPLICATION_ID, sqliteDialect } from "./sqlite/sqlite_dialect.ts"
import { rowsOf, testClock, testFolder, type TestFolder } from "./store_files.fixture.ts"

const CHAIR = { what: "a chair" }
const MIGRATIONS = migrationsOf(sqliteDialect)

let folder: TestFolder
beforeEach(async () => {
  folder = await testFolder()
})
afterEach(() => folder.remove())

const modeOf = (path: string) => statSync(path).mode & 0o777

it("makes the file and its folder for this user alone, with the log beside it", async () => {
  const store = await openJobStore(folder.path, orderKind)
  await store.add(CHAIR)
  const files = readdirSync(dirname(folder.path))
  expect(files.toSorted()).toEqual(["jobs.db", "jobs.db-shm", "jobs.db-wal"])
  expect(files.map((name) => modeOf(`${dirname(folder.path)}/${name}`))).toEqual([0o600, 0o600, 0o600])
  expect(modeOf(dirname(folder.path))).toBe(0o700)
  expect(rowsOf(folder.path, "PRAGMA journal_mode")).toEqual([{ journal_mode: "wal" }])
  await store.close()
})

it("takes a store that others could read from them", async () => {
  await (await openJobStore(folder.path, orderKind)).close()
  chmodSync(folder.path, 0o644)
  await (await openJobStore(folder.path, orderKind)).close()
  expect(modeOf(folder.path)).toBe(0o600)
})

it("leaves a file that is not a database as it was", async () => {
  mkdirSync(dirname(folder.path))
  writeFileSync(folder.path, "a shopping list\n".repeat(300), { mode: 0o644 })
  await expect(openJobStore(folder.path, orderKind)).rejects.toMatchObject({
    code: "not_a_store",
    message: `${folder.path}: the file is not a database`,
  })
  expect(readFileSync(folder.path, "utf8")).toBe("a shopping list\n".repeat(300))
  expect(modeOf(folder.path)).toBe(0o644)
  expect(readdirSync(dirname(folder.path))).toEqual(["jobs.db"])
})

it("leaves the database of another program as it was", async () => {
  mkdirSync(dirname(folder.path))
  const other = new Database(folder.path)
  other.exec("CREATE TABLE schema_migrations (version TEXT)")
  other.close()
  const before = readFileSync(folder.path)
  await expect(openJobStore(folder.path, orderKind)).rejects.toMatchObject({ code: "not_a_store" })
  expect(readFileSync(folder.path).equals(before)).toBe(true)
  expect(readdirSync(dirname(folder.path))).toEqual(["jobs.db"])
})

it("says that a folder is not a file, and that a folder cannot be made", async () => {
  mkdirSync(folder.path, { recursive: true })
  await expect(openJobStore(folder.path, orderKind)).rejects.toMatchObject({ code: "not_a_store" })
  writeFileSync(`${folder.path}/file`, "")
  await expect(openJobStore(`${folder.path}/file/x.db`, orderKind)).rejects.toMatchObject({ code: "io" })
})

it("refuses a store of feedback alone, as an older version made it, and leaves it as it was", async () => {
  mkdirSync(dirname(folder.path))
  const old = new Database(folder.path)
  old.exec("PRAGMA application_id = 0x70666c70; CREATE TABLE feedback (id TEXT)")
  old.close()
  const before = readFileSync(folder.path)
  await expect(openJobStore(folder.path, orderKind)).rejects.toMatchObject({
    code: "older_version",
    message: expect.stringContaining("finish what is in it with that version") as string,
  })
  expect(readFileSync(folder.path).equals(before)).toBe(true)
})

it("refuses the store of a newer version by the name of what it does not know", async () => {
  await (await openJobStore(folder.path, orderKind)).close()
  const newer = new Database(folder.path)
  newer.exec("INSERT INTO schema_migrations VALUES (11, 'mood of the reporter', 'x', '2027')")
  newer.close()
  await expect(openJobStore(folder.path, orderKind)).rejects.toMatchObject({
    code: "newer_version",
    message: expect.stringContaining('migration 11 "mood of the reporter"') as string,
  })
})

it("refuses a store whose migration had another text", async () => {
  await (await openJobStore(folder.path, orderKind)).close()
  const other = new Database(folder.path)
  other.exec("UPDATE schema_migrations SET checksum = 'x' WHERE version = 2")
  other.close()
  await expect(openJobStore(folder.path, orderKind)).rejects.toMatchObject({
    code: "corrupt",
    message: expect.stringContaining('migration 2 "approvals"') as string,
  })
})

it("brings a store of the first version to the newest, with what is in it", async () => {
  const full = await openJobStore(folder.path, orderKind, { now: testClock() })
  const { id } = await full.add({ ...CHAIR, id: "or-old" })
  const notes = await full.notes(id)
  await full.close()
  const old = new Database(folder.path)
  old.exec(
    "DROP TABLE approvals; DROP TABLE memories; DROP TABLE claims; DROP TABLE waits; DROP TABLE breakers; DROP TABLE probes; DROP INDEX jobs_by_address",
  )
  old.exec("DELETE FROM schema_migrations WHERE version > 1")
  old.close()
  const store = await openJobStore(folder.path, orderKind)
  expect(await store.notes(id)).toEqual(notes)
  await store.claim(["new"])
  await store.requestApproval(id, 0, "May I?")
  expect(await store.check()).toEqual({ rows: 1, notes: 2 })
  await store.close()
  expect(rowsOf(folder.path, "SELECT version, name FROM schema_migrations")).toEqual(
    MIGRATIONS.map(({ name }, index) => ({ version: index + 1, name })),
  )
})

it("the text of a migration stays what stores were made with; what is new is a further migration", () => {
  expect(MIGRATIONS.map(({ name, sql }) => `${name} ${sha256Hex(sql).slice(0, 16)}`)).toMatchInlineSnapshot(`
    [
      "jobs and notes 6a944c83f52393c0",
      "approvals 81b851c9c7dc1665",
      "memories 52b791943ae9a47d",
      "claims 891d9ccafaa6f1c4",
      "waits and breakers b314bb1d17551fd2",
      "probes 8711fd58e932d303",
      "times of claims 87ad975304ccc4a8",
      "breakers that need a person a020738681eee1b3",
      "rows by address 5be71f612bb7fa20",
      "rows that look df5f404cf36894af",
    ]
  `)
})

it("makes each migration whole or not at all", async () => {
  mkdirSync(dirname(folder.path))
  writeFileSync(folder.path, "")
  const connection = await openSqlite(folder.path)
  const broken = {
    name: "broken",
    sql: "CREATE TABLE half (a TEXT) STRICT; CREATE TABLE half (b TEXT) STRICT;",
  }
  await expect(migrate(connection, [...MIGRATIONS.slice(0, 1), broken], "now")).rejects.toThrow("half")
  await connection.close()
  expect(rowsOf(folder.path, "SELECT version FROM schema_migrations")).toEqual([{ version: 1 }])
  expect(rowsOf(folder.path, "SELECT name FROM sqlite_schema WHERE name = 'half'")).toEqual([])
})

it("two that find the same file empty migrate it once", async () => {
  mkdirSync(dirname(folder.path))
  writeFileSync(folder.path, "")
  const connections = [await openSqlite(folder.path), await openSqlite(folder.path)]
  await Promise.all(connections.map((connection) => migrate(connection, MIGRATIONS, "now")))
  const versions = rowsOf(folder.path, "SELECT version FROM schema_migrations ORDER BY version")
  expect(versions).toEqual(MIGRATIONS.map((_, index) => ({ version: index + 1 })))
  for (const connection of connections) await connection.close()
})

it("is opened many times at once and migrated once", async () => {
  const stores = await Promise.all(Array.from({ length: 8 }, () => openJobStore(folder.path, orderKind)))
  await Promise.all(stores.map((store, index) => store.add({ ...CHAIR, id: `or-${index}` })))
  expect(await stores[0]?.check()).toEqual({ rows: 8, notes: 8 })
  await Promise.all(stores.map((store) => store.close()))
  expect(rowsOf(folder.path, "SELECT count(*) AS amount FROM schema_migrations")).toEqual([
    { amount: MIGRATIONS.length },
  ])
  expect(rowsOf(folder.path, "PRAGMA application_id")).toEqual([{ application_id: APPLICATION_ID }])
})

it("says that it is closed", async () => {
  const store = await openJobStore(folder.path, orderKind)
  await store.close()
  await store.close()
  await expect(store.list()).rejects.toMatchObject({ code: "closed" })
})

it("says that it is busy after the time it waits, without holding up this process", async () => {
  const store = await openJobStore(folder.path, orderKind)
  const impatient = await openSqlite(folder.path, 100)
  const holder = new Database(folder.path)
  holder.exec("BEGIN IMMEDIATE")
  let turns = 0
  const counter = setInterval(() => (turns += 1), 5)
  const begun = performance.now()
  await expect(impatient.transaction("write", async () => 1)).rejects.toMatchObject({ code: "busy" })
  expect(performance.now() - begun).toBeGreaterThanOrEqual(100)
  expect(turns).toBeGreaterThan(0)
  clearInterval(counter)
  const waiting = store.add(CHAIR)
  expect(await store.list()).toEqual([])
  holder.exec("ROLLBACK")
  expect(await waiting).toMatchObject({ state: "new" })
  holder.close()
  await impatient.close()
  await store.close()
})
