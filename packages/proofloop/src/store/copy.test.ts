import { existsSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openFeedbackStore } from "@proofloop/jobs/feedback"
import { openRunStore } from "@proofloop/jobs/pipeline"
import { afterEach, beforeEach, expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "proofloop fleet copy "))
})
afterEach(() => rm(cwd, { recursive: true, force: true }))

const copy = (...more: readonly string[]) =>
  call(["fleet", "copy", "--from", "old.db", "--to", "new.db", ...more], { cwd })

const inOneLine = (text: string) => text.replaceAll("\n", " ")

/** An ended run and an open one in one file with a feedback. */
async function filled() {
  const runs = await openRunStore(join(cwd, "old.db"), { now: () => Date.UTC(2020, 0, 1) })
  for (const id of ["run-1", "run-2"]) await runs.add({ id, url: `https://forge.test/${id}` })
  await runs.change("run-1", { to: "cancelled", note: {} })
  const feedback = await openFeedbackStore(join(cwd, "old.db"))
  await feedback.add({ id: "fb-1", from_handle: "ann", severity: "low", body: "It is slow." })
  await feedback.close()
  return runs
}

test("copies runs and feedback, and says on a second call that it is done", async () => {
  await (await filled()).close()
  const [from, to] = [join(cwd, "old.db"), join(cwd, "new.db")]
  const first = await copy()
  expect(first).toMatchObject({ code: 0, stderr: "" })
  expect(inOneLine(first.stdout)).toBe(`Copied 3 rows with 4 notes from ${from} to ${to}. `)
  expect(inOneLine((await copy()).stdout)).toBe(
    `No row was left to copy from ${from} to ${to}. 3 rows had been copied before. `,
  )
  expect(JSON.parse((await copy("--json")).stdout)).toEqual({
    from,
    to,
    rows: 0,
    notes: 0,
    done: 3,
    left_out: 0,
    memories: 0,
  })
  const listed = await call(["feedback", "list", "--repo", cwd, "--store", to], { cwd })
  expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining("fb-1") as string })
})

test("leaves out what ended long ago", async () => {
  await (await filled()).close()
  const { code, stdout } = await copy("--ended-within", "90")
  expect(code).toBe(0)
  expect(inOneLine(stdout)).toMatch(/^Copied 2 rows with 2 notes .* Left out .* 90 days ago: 1 row\. $/)
})

test("refuses while a process works on a run", async () => {
  const runs = await filled()
  await runs.claim(["queued"])
  const { code, stdout, stderr } = await copy("--json")
  expect(code).toBe(3)
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: "not_claimed" } })
  expect(stderr).toContain(`run run-2 is worked on; process ${process.pid} on `)
  await runs.close()
})

test("refuses a row that has gone on in the new store", async () => {
  await (await filled()).close()
  await copy()
  const runs = await openRunStore(join(cwd, "new.db"))
  await runs.change("run-2", { to: "cancelled", note: {} })
  await runs.close()
  const { code, stderr } = await copy()
  expect(code).toBe(1)
  expect(stderr).toContain("proofloop: run run-2: it has gone on in ")
})

test.each([
  [["--to", "new.db"], "fleet copy needs --from"],
  [["--from", "old.db"], "fleet copy needs --to"],
  [["--from", "", "--to", "new.db"], "--from needs a file, or postgres://"],
  [["--from", "missing.db", "--to", "new.db"], "--from: there is no file "],
  [["--from", "old.db", "--to", "old.db"], "--to: expected another store"],
  [["--from", "postgres://a:b#c@h/d", "--to", "new.db"], "--from: expected postgres://"],
  [["--from", "old.db", "--to", "postgres://h/d?shema=x"], "--to: expected one of schema,"],
  [
    ["--from", "old.db", "--to", "new.db", "--ended-within", "soon"],
    "--ended-within: expected a whole number",
  ],
])("%s is misuse, and makes nothing", async (args, message) => {
  await (await filled()).close()
  const { code, stderr } = await call(["fleet", "copy", ...args], { cwd })
  expect(code).toBe(2)
  expect(inOneLine(stderr)).toContain(message)
  expect(existsSync(join(cwd, "new.db"))).toBe(false)
})

test("a file that is no store is misuse", async () => {
  const { code, stderr } = await call(
    ["fleet", "copy", "--from", new URL(import.meta.url).pathname, "--to", "new.db"],
    { cwd },
  )
  expect(code).toBe(2)
  expect(stderr).toContain("is not a database")
})
