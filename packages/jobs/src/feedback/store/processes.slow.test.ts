import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { endOf } from "../../../../foundation/src/process/built_program.fixture.ts"
import { onEveryDatabase } from "../../store/stores.fixture.ts"
import { openFeedbackStore } from "../feedback_store.ts"
import { buildStoreProgram, firstLine, start } from "./store_process.fixture.ts"

const PROCESSES = 8
const ROWS = 10

let folder: string
let program: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "proofloop store "))
  program = await buildStoreProgram(folder)
})
afterAll(() => rm(folder, { recursive: true }))

onEveryDatabase((make) => {
  it("8 processes that open, add, change and claim at once lose nothing and share no row", async () => {
    const { path, rows } = await make()
    const names = Array.from({ length: PROCESSES }, (_, index) => `p${index}`)
    const children = names.map((name) => start(program, { path, name, mode: "share", rows: ROWS }))
    const ends = children.map(endOf)
    const claimed = (await Promise.all(children.map(firstLine))).map((line) => JSON.parse(line) as string[])
    const all = names.flatMap((name) => Array.from({ length: ROWS }, (_, index) => `${name}-${index}`))
    expect(claimed.flat().toSorted()).toEqual(all.toSorted())
    for (const child of children) child.stdin?.end()
    expect(await Promise.all(ends)).toEqual(names.map(() => 0))

    const store = await openFeedbackStore(path)
    expect(await store.check()).toEqual({ rows: all.length, notes: 2 * all.length })
    for (const [index, ids] of claimed.entries()) {
      for (const id of ids) {
        expect((await store.notes(id)).map(({ note }) => note["by"])).toEqual([undefined, names[index]])
      }
    }
    await store.close()
    const alone = await make()
    await (await openFeedbackStore(alone.path)).close()
    const migrations = "SELECT version, checksum FROM schema_migrations ORDER BY version"
    expect(await rows(migrations)).toEqual(await alone.rows(migrations))
    expect(await rows("SELECT * FROM claims")).toEqual([])
  })

  it("notes of 8 processes on one row are one chain", async () => {
    const { path } = await make()
    const store = await openFeedbackStore(path)
    await store.add({ id: "shared", body: "b", severity: "low", from_handle: "f" })
    const names = Array.from({ length: PROCESSES }, (_, index) => `noting${index}`)
    const children = names.map((name) => start(program, { path, name, mode: "share", rows: ROWS }))
    const ends = children.map(endOf)
    for (const child of children) child.stdin?.end()
    expect(await Promise.all(ends)).toEqual(names.map(() => 0))
    const notes = (await store.notes("shared"))
      .slice(1)
      .map(({ note }) => `${String(note["by"])} ${String(note["count"])}`)
    const expected = names.flatMap((name) => Array.from({ length: ROWS }, (_, index) => `${name} ${index}`))
    expect(notes.toSorted()).toEqual(expected.toSorted())
    expect(await store.check()).toMatchObject({ rows: PROCESSES * ROWS + 1 })
    await store.close()
  })
})
