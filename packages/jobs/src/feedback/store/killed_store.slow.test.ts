import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, it } from "vitest"
import { endOf } from "../../../../foundation/src/process/built_program.fixture.ts"
import { onEveryDatabase } from "../../store/stores.fixture.ts"
import { openFeedbackStore } from "../feedback_store.ts"
import { buildStoreProgram, firstLine, start } from "./store_process.fixture.ts"

const numRuns = Math.ceil(Number(process.env["PROOFLOOP_RUNS"] ?? 300) / 30)

let folder: string
let program: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "proofloop store "))
  program = await buildStoreProgram(folder)
})
afterAll(() => rm(folder, { recursive: true }))

onEveryDatabase((make) => {
  it(
    "processes killed in the middle of changes leave rows and notes of one mind, and their claims to others",
    { timeout: 60_000 + numRuns * 6000 },
    async () => {
      const { path } = await make()
      let rows_before = 0
      for (let run = 0; run < numRuns; run += 1) {
        const names = [`a${run}`, `b${run}`]
        const children = names.map((name) => start(program, { path, name, mode: "endless", rows: 0 }))
        const ends = children.map(endOf)
        await Promise.all(children.map(firstLine))
        await sleep(20 + Math.random() * 60)
        for (const child of children) child.kill("SIGKILL")
        expect(await Promise.all(ends)).toEqual(["SIGKILL", "SIGKILL"])

        const store = await openFeedbackStore(path)
        const { rows, notes } = await store.check()
        expect(rows).toBeGreaterThan(rows_before)
        expect(notes).toBeGreaterThan(rows)
        rows_before = rows
        const held = await store.claim(["in-fix"])
        expect(held).toMatchObject({ work: { branch: `of ${held?.id ?? ""}` } })
        for (;;) {
          const row = await store.claim(["pending", "triaged", "awaiting-approval"])
          if (row === null) break
          expect(await store.change(row.id, { to: "rejected", note: {} })).toMatchObject({
            state: "rejected",
          })
        }
        await store.close()
      }
    },
  )
})
