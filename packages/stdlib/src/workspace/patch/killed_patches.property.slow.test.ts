import { spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { afterAll, beforeAll, expect, it, test } from "vitest"
import { buildProgram, endOf } from "../../../../foundation/src/process/built_program.fixture.ts"
import { applyPatches } from "./apply_patches.ts"
import { buildHouse } from "./house.fixture.ts"
import { snapshot } from "./patch.fixture.ts"
import { recoverPatches } from "./recover_patches.ts"

/** A process each. */
const numRuns = Math.ceil(Number(process.env["PROOFLOOP_RUNS"] ?? 300) / 100)

const PATCHES = [
  { path: "a.txt", content: "A" },
  { path: "x/y/new.txt", content: "n" },
  { path: "src/deep/c.bin", action: "delete" },
  { path: "src/b.ts", content: "B".repeat(100_000) },
]

let folder = ""
let program = ""

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "proofloop killed "))
  program = await buildProgram(new URL("killed_patches.fixture.ts", import.meta.url), folder)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

interface Job {
  readonly mode: "apply" | "hold" | "revert" | "recover"
  readonly kill_at: string | number
}

async function run(root: string, job: Job): Promise<string | number | null> {
  const child = spawn(process.execPath, [program, JSON.stringify({ root, patches: PATCHES, ...job })], {
    stdio: ["ignore", "inherit", "inherit"],
  })
  return endOf(child)
}

it.each(["write 0", "write 1", "write 2", "write 3", "end", "revert"])(
  "what was killed at %s is undone",
  async (kill_at) => {
    const house = await buildHouse()
    try {
      const before = snapshot(house.path)
      const applied = await applyPatches(house.root, PATCHES)
      const after = snapshot(house.path)
      await applied.revert()
      expect(await run(house.root, { mode: "revert", kill_at })).toBe("SIGKILL")
      const midway = snapshot(house.path)
      const changes = Object.keys(after).filter(
        (path) => midway[path] === after[path] && after[path] !== before[path],
      )
      expect(changes.length > 0).toBe(kill_at !== "write 0")
      expect((await recoverPatches(house.root)).length > 0).toBe(kill_at !== "write 0")
      expect(snapshot(house.path)).toEqual(before)
      expect(await recoverPatches(house.root)).toEqual([])
    } finally {
      await house.remove()
    }
  },
)

test(
  "a process killed at any moment, also while it recovers, leaves all of the patches or none",
  { timeout: 60_000 + numRuns * 2000 },
  async () => {
    const share = fc.integer({ min: 0, max: 1200 }).map((thousandths) => thousandths / 1000)
    const jobs = fc.record({
      mode: fc.constantFrom("apply" as const, "hold" as const, "revert" as const),
      kill_at: share,
    })
    const recovery = fc.option(share, { freq: 2 })
    const seen: Record<string, number> = {}
    await fc.assert(
      fc.asyncProperty(jobs, recovery, async (job, kill_recovery_at) => {
        const house = await buildHouse()
        try {
          const before = snapshot(house.path)
          const applied = await applyPatches(house.root, PATCHES)
          const after = snapshot(house.path)
          await applied.revert()
          const ended = await run(house.root, job)
          const midway = snapshot(house.path)
          if (kill_recovery_at !== null) await run(house.root, { mode: "recover", kill_at: kill_recovery_at })
          await recoverPatches(house.root)
          const now = snapshot(house.path)
          const is_all = job.mode !== "hold" && now["root/a.txt"] === "644 A"
          expect(now).toEqual(is_all ? after : before)
          const what = `${ended} with ${stateOf(midway, before, after)}`
          seen[what] = (seen[what] ?? 0) + 1
        } finally {
          await house.remove()
        }
      }),
      { numRuns },
    )
    if (numRuns >= 100) process.stdout.write(`${numRuns} killed processes: ${JSON.stringify(seen)}\n`)
  },
)

function stateOf(now: object, before: object, after: object): "none" | "some" | "all" {
  const [text, none, all] = [now, before, after].map((state) => JSON.stringify(state))
  if (text === none) return "none"
  return text === all ? "all" : "some"
}
