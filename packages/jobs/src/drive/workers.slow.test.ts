import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, realpath, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { expect, it } from "vitest"
import { buildProgram } from "../../../foundation/src/process/built_program.fixture.ts"
import { orderKind } from "../orders_kind.fixture.ts"
import { linkDatabase } from "../store/linked_database.fixture.ts"
import { openJobStore } from "../store/open_store.ts"

const WORKERS = 16
const ROWS = 160

interface Done {
  readonly id: string
  readonly error: string | null
}

it("16 workers on one store drive each row once, and no answer is thrown away because others write", async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "proofloop workers ")))
  const path = join(folder, "jobs.db")
  const store = await openJobStore(path, orderKind)
  for (let row = 0; row < ROWS; row += 1) await store.add({ id: `or-${row}`, what: "a chair" })
  const program = await buildWorker(folder)
  const workers = Array.from({ length: WORKERS }, () => run(program, path))
  const done = (await Promise.all(workers)).flat()
  expect(done.filter(({ error }) => error !== null)).toEqual([])
  const ids = (await store.list({ limit: 1000 })).map(({ id }) => id)
  expect(done.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  expect(await store.list({ state: "sent", limit: 1000 })).toHaveLength(ROWS)
  expect(await store.check()).toEqual({ rows: ROWS, notes: 4 * ROWS })
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

async function run(program: string, path: string): Promise<readonly Done[]> {
  const child = spawn(process.execPath, [program, path], { stdio: ["ignore", "pipe", "inherit"] })
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, "close")])
  expect(code).toBe(0)
  return JSON.parse(printed) as readonly Done[]
}

/** The program beside the store, with the database where it looks for it. */
async function buildWorker(folder: string): Promise<string> {
  await linkDatabase(folder)
  return buildProgram(new URL("worker.fixture.ts", import.meta.url), folder)
}
