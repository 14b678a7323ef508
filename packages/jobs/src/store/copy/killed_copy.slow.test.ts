import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, realpath, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { expect, it } from "vitest"
import { buildProgram } from "../../../../foundation/src/process/built_program.fixture.ts"
import { orders } from "../../orders.fixture.ts"
import { linkDatabase } from "../linked_database.fixture.ts"
import { onPostgres, onSqlite, type TestPlace } from "../stores.fixture.ts"

const ROWS = 120
const MEMORY = { topic: "habits", payload: {}, embedding_key: "k", confidence: 7, source_id: "s" }

onSqlite((makeFile) => {
  onPostgres((makeSchema) => {
    it.each(["a file", "a server"])("a copy into %s that is killed leaves it as it was", async (into) => {
      const folder = await realpath(await mkdtemp(join(tmpdir(), "proofloop copy ")))
      await linkDatabase(folder)
      const program = await buildProgram(new URL("copier.fixture.ts", import.meta.url), folder)
      const [file, schema] = [await makeFile(), await makeSchema()]
      const [source, target] = into === "a file" ? [schema, file] : [file, schema]
      const { store } = await orders(source.path)
      for (let row = 0; row < ROWS; row += 1) await store.add({ id: `or-${row}`, what: "a chair" })
      await store.remember([MEMORY])
      const { store: there } = await orders(target.path)
      await there.add({ id: "or-there", what: "a table" })
      // The memories come after rows and notes.
      const lock = await lockedMemories(schema)
      const copy = spawn(process.execPath, [program, source.path, target.path], { stdio: "ignore" })
      await lock.waiter()
      copy.kill("SIGKILL")
      await once(copy, "close")
      await lock.lift()
      expect((await there.list()).map(({ id }) => id)).toEqual(["or-there"])
      expect(await there.check()).toEqual({ rows: 1, notes: 1 })
      await there.change("or-there", { weight: 1, note: {} })
      expect(await there.check()).toEqual({ rows: 1, notes: 2 })
      expect(await printed(program, source.path, target.path)).toBe(`${ROWS}\n`)
      expect(await there.check()).toEqual({ rows: ROWS + 1, notes: ROWS + 2 })
      await rm(folder, { recursive: true, force: true })
    })
  })
})

/** Keeps others from the memories of a store. */
async function lockedMemories({ path }: TestPlace) {
  const { searchParams } = new URL(path.replace("@/", "@localhost/"))
  const schema = searchParams.get("schema") ?? ""
  const client = new pg.Client({ connectionString: path.replace(/&schema=.*/, "") })
  await client.connect()
  await client.query(`BEGIN; LOCK TABLE ${schema}.memories IN ACCESS EXCLUSIVE MODE`)
  const waiting = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = '${schema}.memories'::regclass`
  return {
    async waiter() {
      while ((await client.query(waiting)).rows.length === 0) await sleep(20)
    },
    async lift() {
      await client.query("ROLLBACK")
      await client.end()
    },
  }
}

async function printed(program: string, from: string, to: string): Promise<string> {
  const child = spawn(process.execPath, [program, from, to], { stdio: ["ignore", "pipe", "inherit"] })
  return text(child.stdout)
}
