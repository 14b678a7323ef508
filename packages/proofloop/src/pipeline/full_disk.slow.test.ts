import { spawnSync } from "node:child_process"
import { rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { runCli } from "../console/process.fixture.ts"
import { emptyFolder } from "../verdicts/shop.fixture.ts"
import type { RunFacts } from "./facts.ts"
import { bench, pipeline, ROLES, serveShop } from "./pipeline.fixture.ts"

/** A disk of 32 MiB, with a way to fill it; null where this process may not mount one. */
async function smallDisk() {
  const folder = await emptyFolder()
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=32m", "tmpfs", folder])
  if (status !== 0) return null
  onTestFinished(() => void spawnSync("umount", ["-l", folder]))
  const filler = join(folder, "filler")
  return {
    folder,
    fill: () => writeFile(filler, Buffer.alloc(64 * 2 ** 20)).catch(() => undefined),
    free: () => rm(filler),
  }
}

test.for([
  [
    "of the store",
    (folder: string) => ["--state", join(folder, "state")],
    /\/state\/[^:]*: the disk is full\n/,
  ],
  [
    "of the trees",
    (folder: string, root: string) => ["--state", join(folder, "state"), "--store", join(root, "../runs.db")],
    /runner npm test.*the disk is full: less than 8 MiB/,
  ],
] as const)(
  "a disk %s that is full in the middle of a run fails nothing; with room again the run goes on (needs to mount)",
  async ([, place, said], { skip }) => {
    const disk = await smallDisk()
    if (disk === null) return skip("no disk can be mounted here")
    const { root } = await bench()
    const { server, flags } = await serveShop()
    const at = place(disk.folder, root)
    const host = ["--unsafe-host-runner", "--setup", "", "--check", "npm test"]
    const running = runCli(["pipeline", "run", root, ...at, ...host, ...ROLES, ...flags, "--ci", ""])
    await expect.poll(() => server.requests.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(1)
    await disk.fill()
    const full = await running
    expect(full.code).toBe(3)
    // Whoever meets it first says it: the run, or the call that wants to tell of it.
    expect(`${full.stdout}${full.stderr}`.replaceAll(/\n {16}/g, " ")).toMatch(said)
    await disk.free()
    const statusOf = async (...id: readonly string[]) => {
      const { stdout } = await pipeline(join(disk.folder, "state"), "status", ...id, "--json", ...at.slice(2))
      return JSON.parse(stdout) as { readonly run: object; readonly runs: readonly RunFacts[] }
    }
    const [{ id, state } = { id: "", state: "" }] = (await statusOf()).runs
    expect(state).toBe("working")
    const resumed = await runCli(["pipeline", "resume", id, ...at, ...flags, "--ci", "", "--json"])
    expect(resumed).toMatchObject({ code: 3, stdout: expect.stringContaining('"state":"pr-open"') })
    expect((await statusOf(id)).run).toMatchObject({
      subtasks: { of: 2, done: 2, failed: 0 },
      pull_request: { number: 1 },
    })
  },
)
