import * as z from "zod"
import { applyWatched } from "./apply_patches.ts"
import { recoverPatches } from "./recover_patches.ts"

/**
 * A program that is killed while it applies, reverts or recovers: at a step, or after a share of an earlier run's
 * time.
 */
const jobSchema = z.object({
  root: z.string(),
  patches: z.array(z.unknown()),
  mode: z.enum(["apply", "hold", "revert", "recover"]),
  kill_at: z.union([z.string(), z.number()]),
})

const { root, patches, mode, kill_at } = jobSchema.parse(JSON.parse(process.argv[2] ?? ""))

if (mode === "recover") {
  killAfter(typeof kill_at === "number" ? kill_at * 10 : 0)
  await recoverPatches(root)
} else {
  const duration = await tryTwice()
  let is_begun = false
  const applied = await applyWatched(root, patches, { until_accepted: mode === "hold" }, (step) => {
    if (step === kill_at) process.kill(process.pid, "SIGKILL")
    if (typeof kill_at === "number" && !is_begun) killAfter(kill_at * duration)
    is_begun = true
  })
  if (mode === "revert") await applied.revert()
}

/** Milliseconds from the first step to the end of `mode`. */
async function tryTwice(): Promise<number> {
  let start = 0
  let end = 0
  for (let round = 0; round < 2; round++) {
    start = 0
    const applied = await applyWatched(root, patches, {}, () => {
      start ||= performance.now()
    })
    end = performance.now()
    await applied.revert()
  }
  return (mode === "revert" ? performance.now() : end) - start
}

function killAfter(milliseconds: number): void {
  const start = performance.now()
  const look = () => {
    if (performance.now() - start >= milliseconds) process.kill(process.pid, "SIGKILL")
    setImmediate(look).unref()
  }
  look()
}
