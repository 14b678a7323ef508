import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openRunStore } from "@proofloop/jobs/pipeline"
import { afterEach, beforeEach, expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"

let state = ""
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), "proofloop-control-"))
})
afterEach(async () => rm(state, { recursive: true, force: true }))

test("a fleet is stopped with a damaged audit, and not set going again", async () => {
  await writeFile(join(state, "audit.jsonl"), "{}\n")
  const stopped = await call(["fleet", "stop", "--state", state])
  expect(stopped.stdout).toContain("All runs stand still")
  expect(stopped.stderr).toContain("audit.jsonl, line 1: cannot be read")
  expect(stopped.stderr).not.toContain("defect")
  expect(stopped.code).not.toBe(0)
  const lifted = await call(["fleet", "stop", "--lift", "--state", state])
  expect(lifted.code).not.toBe(0)
  expect(await readdir(state)).toContain("stop")
})

test("a look ends the time of what is away, and is on record", async () => {
  const look = async () => call(["fleet", "look", "--state", state])
  expect(await look()).toMatchObject({ code: 0, stdout: "Every service is available.\n" })
  const store = await openRunStore(join(state, "runs.db"))
  const { id: row_id } = await store.add({ url: "https://github.com/acme/shop" })
  const need = { environment: "forge", name: "github acme" } as const
  await store.openBreaker({
    ...need,
    row_id,
    reason: "HTTP 401",
    retry_after_ms: 3_600_000,
    needs_person: true,
  })
  expect(await look()).toMatchObject({
    code: 0,
    stdout: "The next run tries these services again:\n  forge github acme\n",
  })
  expect(await store.passBreakers([need], row_id)).toBeNull()
  await store.close()
  expect(await readFile(join(state, "audit.jsonl"), "utf8")).toContain('"did":"look"')
  const json = await call(["fleet", "look", "--json", "--state", state])
  expect(JSON.parse(json.stdout)).toEqual({ away: [need] })
})

test("a fleet is stopped while its store cannot be reached", async () => {
  const store = "postgres://ann@127.0.0.1:1/runs"
  expect(await call(["fleet", "stop", "--state", state, "--store", store])).toMatchObject({ code: 0 })
  expect(await readdir(state)).toContain("stop")
})

test.each([
  ["https://ann:hunter2hunter2@example.org/a/b", "hunter2"],
  ["a\u001b[31mb\u0007c", "\u001b"],
  ["github:../..", "begun"],
  ["github:-x/y", "begun"],
])("a list with %j is refused, and the refusal does not show %j", async (address, hidden) => {
  const list = join(state, "list.txt")
  await writeFile(list, `${address}\n`)
  const model = ["--model", "m", "--base-url", "http://127.0.0.1:1/v1", "--unsafe-host-runner"]
  const run = await call(["fleet", "run", list, "--once", "--state", state, ...model])
  expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("list.txt: ") })
  expect(run.stderr).not.toContain(hidden)
})
