import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { link, symlink } from "node:fs/promises"
import Database from "libsql"
import { expect, it } from "vitest"
import { orders } from "../../orders.fixture.ts"
import { orderKind, type OrderStore, type OrderTypes } from "../../orders_kind.fixture.ts"
import { openJobStore } from "../open_store.ts"
import { onEveryDatabase, onPostgres, onSqlite, type TestPlace } from "../stores.fixture.ts"
import { copyStore } from "./copy_store.ts"

const NOW = Date.UTC(2026, 0, 1)
const options = { kinds: [orderKind], now: () => NOW }

/** What a store holds, without who has it open. */
async function contents({ rows }: TestPlace) {
  const tables = [
    "SELECT * FROM jobs ORDER BY number",
    "SELECT * FROM notes ORDER BY position",
    "SELECT * FROM approvals ORDER BY id",
    "SELECT * FROM waits ORDER BY row_id",
    "SELECT environment, name, row_id, since_ms, asked_ms, offered_ms, looks FROM probes ORDER BY row_id",
    "SELECT * FROM breakers ORDER BY name",
    "SELECT * FROM memories ORDER BY number",
  ]
  const found = []
  for (const table of tables) found.push(await rows(table))
  // One database gives JSON as text, the other one may not.
  return JSON.parse(JSON.stringify(found)) as unknown[][]
}

async function heldRows({ rows }: TestPlace): Promise<unknown> {
  return Number(((await rows("SELECT count(*) AS held FROM jobs"))[0] as { held: number }).held)
}

async function filled(store: OrderStore): Promise<void> {
  for (const id of ["or-1", "or-2", "or-3"]) await store.add({ id, what: `a chair for ${id} 🪑 "\\"` })
  await store.change("or-3", { to: "packed", work: { parcel: "p" }, note: { by: "me" } })
  await store.requestApproval("or-2", 0, "May I?")
  await store.answer("or-2", { answer: "approved", by: "ann" })
  await store.requestApproval("or-1", 0, "May I too?")
  await store.wait("or-1", { for: "approval", look_at: null, deadline: "2026-02-01T00:00:00.000Z" })
  const away = { environment: "model", name: "m", reason: "503", retry_after_ms: null } as const
  await store.openBreaker({ ...away, row_id: "or-2" })
  await store.openBreaker({ ...away, row_id: "or-1", needs_person: true })
  const memory = { topic: "habits", payload: { a: "b" }, embedding_key: "k", confidence: 7 }
  await store.remember(["s-2", "s-1"].map((source_id) => ({ ...memory, source_id })))
}

onEveryDatabase((makeSource) => {
  onEveryDatabase((makeTarget) => {
    it("copies all that a store holds, and a second call finds it done", async () => {
      const [source, target] = [await makeSource(), await makeTarget()]
      const [from, to] = [source.path, target.path]
      const { store } = await orders(from)
      const returns = await openJobStore<OrderTypes>(from, { ...orderKind, name: "return" }, options)
      await filled(store)
      await returns.add({ id: "re-1", what: "a table" })
      await store.change("or-1", { weight: 2, note: {} })
      const told = await copyStore(from, to, options)
      expect(told).toMatchObject({ rows: 4, notes: 9, done: 0, left_out: 0, memories: 2 })
      expect(await contents(target)).toEqual(await contents(source))
      const { store: copy } = await orders(to)
      expect(await copy.check()).toEqual({ rows: 4, notes: 9 })
      await copy.closeBreaker({ environment: "model", name: "m" }, "or-1")
      expect(await copyStore(from, to, options)).toMatchObject({ rows: 0, notes: 0, done: 4, memories: 0 })
      expect(await copy.breakers()).toEqual([])
      expect(await copy.change("or-1", { to: "packed", note: {} })).toMatchObject({ revision: 2 })
      expect(await copy.notesSince(9)).toMatchObject([{ position: 10, row_id: "or-1" }])
      await returns.close()
    })
  })
})

// What does not depend on the databases.
onSqlite((make) => {
  const pair = async () => {
    const [source, target] = [await make(), await make()]
    return { source, target, from: source.path, to: target.path }
  }

  it("adds rows to those that the target has", async () => {
    const { from, to } = await pair()
    const [{ store }, { store: other }] = [await orders(from), await orders(to)]
    await other.add({ id: "or-9", what: "a table" })
    for (const id of ["or-1", "or-2"]) await store.add({ id, what: "a chair" })
    expect(await copyStore(from, to, options)).toMatchObject({ rows: 2, done: 0 })
    await store.add({ id: "or-3", what: "a chair" })
    expect(await copyStore(from, to, options)).toMatchObject({ rows: 1, done: 2 })
    expect((await other.list()).map(({ id }) => id)).toEqual(["or-9", "or-1", "or-2", "or-3"])
    expect((await other.notesSince(0)).map(({ position, row_id }) => [position, row_id])).toEqual([
      [1, "or-9"],
      [2, "or-1"],
      [3, "or-2"],
      [4, "or-3"],
    ])
    expect(await other.check()).toEqual({ rows: 4, notes: 4 })
  })

  it("refuses while a process works on a row, and says which and who", async () => {
    const { target, from, to } = await pair()
    const { store } = await orders(from)
    await filled(store)
    await store.claim(["new"], { id: "or-2" })
    await expect(copyStore(from, to, options)).rejects.toMatchObject({
      code: "not_claimed",
      row_id: "or-2",
      message: expect.stringMatching(
        new RegExp(`^order or-2 is worked on; process ${process.pid} on .* is, since 2026-01-01T.* end that`),
      ) as string,
    })
    expect(await heldRows(target)).toBe(0)
    await store.release("or-2")
    expect(await copyStore(from, to, options)).toMatchObject({ rows: 3 })
  })

  it("copies the claim of a process that is gone to nobody", async () => {
    const { source, from, to } = await pair()
    const { store } = await orders(from)
    await store.add({ id: "or-1", what: "a chair" })
    await source.run(`INSERT INTO claims VALUES ('or-1', 't', 1, NULL, 'elsewhere', ${NOW - 300_001}, 0)`)
    await copyStore(from, to, options)
    const { store: copy } = await orders(to)
    expect(await copy.holder("or-1")).toBeNull()
  })

  it.each(["source", "target"] as const)("refuses rows that have gone on in the %s", async (where) => {
    const { target, from, to } = await pair()
    const { store } = await orders(from)
    for (const id of ["or-1", "or-2"]) await store.add({ id, what: "a chair" })
    await copyStore(from, to, options)
    const { store: copy } = await orders(to)
    await store.add({ id: "or-0", what: "a bed" })
    await (where === "source" ? store : copy).change("or-2", { weight: 1, note: {} })
    const before = await contents(target)
    await expect(copyStore(from, to, options)).rejects.toMatchObject({
      code: "differs",
      row_id: "or-2",
      message: expect.stringContaining(
        where === "source" ? " since it was copied, with 1 notes there and 2" : "it has gone on in ",
      ) as string,
    })
    expect(await contents(target)).toEqual(before)
  })

  it("refuses another row of the same id", async () => {
    const { from, to } = await pair()
    const [{ store }, { store: other }] = [await orders(from), await orders(to)]
    await store.add({ id: "or-1", what: "a chair" })
    await other.add({ id: "or-1", what: "a table" })
    await expect(copyStore(from, to, options)).rejects.toThrow(/has another one of this id.*Nothing was/)
  })

  it("leaves out rows that ended too long ago, and what is left is a whole store", async () => {
    const { from, to } = await pair()
    const { store, skip } = await orders(from)
    const days = (count: number) => skip(count * 86_400_000)
    const end = async (id: string) => {
      await store.change(id, { to: "packed", note: {} })
      await store.change(id, { to: "sent", note: {} })
    }
    for (const id of ["or-1", "or-2", "or-3", "or-4"]) await store.add({ id, what: "a chair" })
    await end("or-1")
    days(8)
    await end("or-3")
    await store.change("or-4", { to: "cancelled", note: {} })
    days(3)
    const now = () => NOW + 11 * 86_400_000
    expect(await copyStore(from, to, { ...options, now, ended_within_days: 7 })).toMatchObject({
      rows: 3,
      notes: 6,
      left_out: 1,
    })
    const { store: copy } = await orders(to)
    expect((await copy.list()).map(({ id }) => id)).toEqual(["or-2", "or-3", "or-4"])
    expect(await copy.check()).toEqual({ rows: 3, notes: 6 })
  })

  it.each([
    ["a row", "UPDATE jobs SET attempts = 3 WHERE id = 'or-2'", /order or-2: note 3 is the last one/],
    ["an answer", "UPDATE approvals SET answered_by = 'bob' WHERE row_id = 'or-2'", /order or-2: note 3/],
    ["a note", `UPDATE notes SET note = '{}' WHERE row_id = 'or-3'`, /order or-3: note 1 is not as it was/],
    ["a missing note", "DELETE FROM notes WHERE row_id = 'or-3'", /it has 5 of 7 notes/],
  ])("copies nothing from a store where %s was changed by hand", async (_, statement, message) => {
    const { source, target, from, to } = await pair()
    const { store } = await orders(from)
    await filled(store)
    await source.tamper(statement)
    await expect(copyStore(from, to, options)).rejects.toMatchObject({
      code: "corrupt",
      message: expect.stringMatching(message) as string,
    })
    expect(await heldRows(target)).toBe(0)
  })

  it.each(["source", "target"] as const)("leaves a %s of a newer version as it is", async (where) => {
    const places = await pair()
    const { from, to } = places
    for (const path of [from, to]) await (await openJobStore(path, orderKind)).close()
    await places[where].run("INSERT INTO schema_migrations VALUES (99, 'later', 'c', '2027')")
    await expect(copyStore(from, to, options)).rejects.toMatchObject({
      code: "newer_version",
      message: expect.stringContaining(`migration 99 "later"`) as string,
    })
  })

  it("makes nothing where there is no source", async () => {
    const { from, to } = await pair()
    await expect(copyStore(from, to, options)).rejects.toMatchObject({ code: "not_a_store" })
    for (const path of [from, to]) expect(existsSync(path)).toBe(false)
  })

  it("refuses to copy a store into itself, also under another name", async () => {
    const { path } = await make()
    await orders(path)
    const names = [`${path}.symbolic`, `${path}.hard`] as const
    await symlink(path, names[0])
    await link(path, names[1])
    for (const to of [path, ...names])
      await expect(copyStore(path, to, options)).rejects.toMatchObject({ option: "to" })
  })

  it("copies nothing from a store where a row is missing and its notes are not", async () => {
    const { source, target, from, to } = await pair()
    const { store } = await orders(from)
    await filled(store)
    await source.tamper("DELETE FROM jobs WHERE id = 'or-3'")
    await expect(copyStore(from, to, options)).rejects.toMatchObject({ code: "corrupt", row_id: "or-3" })
    expect(await heldRows(target)).toBe(0)
  })

  it(
    "refuses a source that is written to meanwhile, and begins no second time",
    { timeout: 30_000 },
    async () => {
      const { target, from, to } = await pair()
      const { store } = await orders(from)
      await store.add({ id: "or-1", what: "a chair" })
      let reads = 0
      const table = () => {
        reads += 1
        // The last check of a chain.
        if (reads === 3) noteOnceMore(from)
        return orderKind.table
      }
      const kinds = [
        {
          name: orderKind.name,
          get table() {
            return table()
          },
        },
      ]
      await expect(copyStore(from, to, { kinds })).rejects.toMatchObject({
        code: "busy",
        message: expect.stringContaining("it was written to while it was read; nothing was copied") as string,
      })
      expect(await heldRows(target)).toBe(0)
    },
  )
})

onPostgres((make) => {
  it("refuses to copy a schema into itself, also under another name", async () => {
    const { path } = await make()
    await orders(path)
    const to = path.replace("host=/", "host=//")
    expect(to).not.toBe(path)
    await expect(copyStore(path, to, options)).rejects.toMatchObject({ option: "to" })
  })

  it("names the store that refused", async () => {
    const [source, target] = [await make(), await make()]
    const { store } = await orders(source.path)
    await store.add({ id: "or-1", what: "a chair" })
    await orders(target.path)
    const schema = new URL(target.path.replace("@/", "@localhost/")).searchParams.get("schema") ?? ""
    const role = `writer_${schema}`
    await target.run(`CREATE ROLE ${role} LOGIN; GRANT USAGE ON SCHEMA ${schema} TO ${role};
      GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO ${role}`)
    await expect(copyStore(source.path, `${target.path}&user=${role}`, options)).rejects.toMatchObject({
      code: "io",
      message: expect.stringMatching(
        new RegExp(`schema=${schema}&user=${role}: permission denied: must be owner of table notes$`),
      ) as string,
    })
    await target.run(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
  })

  onSqlite((makeFile) => {
    it("holds no transaction of the source while it checks the target", async () => {
      const [source, target] = [await make(), await makeFile()]
      const { store } = await orders(source.path)
      await store.add({ id: "or-1", what: "a chair" })
      const from = `${source.path}&application_name=copied`
      let reads = 0
      const table = () => {
        reads += 1
        if (reads === 3) endIdle(source.path)
        return orderKind.table
      }
      const kinds = [
        {
          name: orderKind.name,
          get table() {
            return table()
          },
        },
      ]
      expect(await copyStore(from, target.path, { kinds })).toMatchObject({ rows: 1 })
    })
  })
})

/** A note of a row beside the store, at once. */
function noteOnceMore(path: string): void {
  const database = new Database(path)
  database.exec(
    "INSERT INTO notes SELECT position + 1, row_id, seq + 1, at, kind, transition, note, content_sha256, sha256 FROM notes",
  )
  database.close()
}

/** Ends transactions that stand still, at once, as a server does after some seconds. */
function endIdle(path: string): void {
  const program = `
    import pg from "pg"
    const client = new pg.Client({ connectionString: process.argv[1] })
    await client.connect()
    await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'copied' AND state = 'idle in transaction'")
    await client.end()`
  const given = ["--input-type=module", "--eval", program, path.replace(/&schema=.*/, "")]
  execFileSync(process.execPath, given, { cwd: import.meta.dirname })
}
