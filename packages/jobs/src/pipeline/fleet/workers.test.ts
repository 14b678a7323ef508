import { execFileSync } from "node:child_process"
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { openWorkers } from "./workers.ts"

const NOW = Date.parse("2026-01-02T03:04:05.000Z")
const COUNTS = { concurrency: 4, repositories: 1, active: [], turns: 0, is_draining: false }

let state = ""
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), "proofloop-workers-"))
  await mkdir(join(state, "fleet"))
})
afterEach(async () => rm(state, { recursive: true, force: true }))

test.runIf(process.platform !== "win32")(
  "pipes, folders and links in the folder hide no worker",
  async () => {
    const workers = openWorkers(state, () => NOW)
    await workers.tell(COUNTS)
    const at = (name: string): string => join(state, "fleet", name)
    execFileSync("sh", ["-c", 'mkfifo "$@"', "sh", at("worker-1.json"), at("drain.json")])
    await mkdir(at("worker-2.json"))
    await symlink("/dev/zero", at("worker-3.json"))
    await writeFile(at("worker-4.json"), "{")
    expect((await workers.list()).map(({ pid }) => pid)).toEqual([process.pid])
    expect(await workers.drainAsked()).toBeNull()
  },
)

test.each([
  ["2026-01-02T03:04:05.000Z", true],
  ["2026-01-02T03:04:04.999Z", false],
  ["2999-01-02T03:04:05.000Z", false],
  ["zzzz", false],
])("a wish of %s to end is obeyed: %s", async (at, is_obeyed) => {
  const workers = openWorkers(state, () => NOW)
  await writeFile(join(state, "fleet", "drain.json"), JSON.stringify({ at, by: "ann" }))
  expect((await workers.drainAsked()) !== null).toBe(is_obeyed)
})
