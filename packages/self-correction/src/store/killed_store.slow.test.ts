import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, it } from "vitest"
import { endOf } from "../../../foundation/src/process/built_program.fixture.ts"
import { testFolder, type TestFolder } from "../../../jobs/src/store/store_files.fixture.ts"
import { openFeedbackStore } from "../feedback_store.ts"
import { buildStoreProgram, firstLine, start } from "./store_process.fixture.ts"

const numRuns = Math.ceil(Number(process.env["PROOFLOOP_RUNS"] ?? 300) / 30)

let folder: TestFolder
beforeAll(async () => {
  folder = await testFolder()
})
afterAll(() => folder.remove())

it(
  "processes killed in the middle of changes leave rows and notes of one mind, and their claims to others",
  { timeout: 30_000 + numRuns * 2000 },
  async () => {
    const program = await buildStoreProgram(folder.path)
    let rows_before = 0
    for (let run = 0; run < numRuns; run += 1) {
      const names = [`a${run}`, `b${run}`]
      const children = names.map((name) =>
        start(program, { path: folder.path, name, mode: "endless", rows: 0 }),
      )
      const ends = children.map(endOf)
      await Promise.all(children.map(firstLine))
      await sleep(20 + Math.random() * 60)
      for (const child of children) child.kill("SIGKILL")
      expect(await Promise.all(ends)).toEqual(["SIGKILL", "SIGKILL"])

      const store = await openFeedbackStore(folder.path)
      const { rows, notes } = await store.check()
      expect(rows).toBeGreaterThan(rows_before)
      expect(notes).toBeGreaterThan(rows)
      rows_before = rows
      const held = await store.claim(["in-fix"])
      expect(held).toMatchObject({ work: { branch: `of ${held?.id ?? ""}` } })
      for (;;) {
        const row = await store.claim(["pending", "triaged", "awaiting-approval"])
        if (row === null) break
        expect(await store.change(row.id, { to: "rejected", note: {} })).toMatchObject({ state: "rejected" })
      }
      await store.close()
    }
  },
)
