import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join, relative } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { errandJournal } from "./errand_journal.ts"

test("a journal has a name of its own below the run, and the oldest go", async () => {
  const state_dir = await mkdtemp(join(tmpdir(), "proofloop journals "))
  onTestFinished(() => rm(state_dir, { recursive: true, force: true }))
  let at = Date.UTC(2026, 0, 2)
  const now = () => (at += 1)
  const first = await errandJournal({ state_dir, now }, "run-1", "comment:12/../x")
  expect(relative(state_dir, first)).toBe(
    join("journals", "run-1", "comment_12____x-20260102000000001.jsonl"),
  )
  for (let count = 0; count < 60; count += 1) {
    const file = await errandJournal({ state_dir, now }, "run-1", "T001-S01")
    await writeFile(file, "")
    await utimes(file, count, count)
  }
  const kept = await readdir(join(state_dir, "journals", "run-1"))
  expect(kept).toHaveLength(50)
  expect(kept).toContain(basename(await errandJournal({ state_dir, now: () => at }, "run-1", "T001-S01")))
})
