import { z } from "zod"
import { applyWatched } from "./apply_patches.ts"
import { recoverPatches } from "./recover_patches.ts"

/** A program that is killed while it applies, reverts or recovers: at a step, or after so many milliseconds. */
const job_schema = z.object({
  root: z.string(),
  patches: z.array(z.unknown()),
  mode: z.enum(["apply", "hold", "revert", "recover"]),
  kill_at: z.union([z.string(), z.number()]),
})

const { root, patches, mode, kill_at } = job_schema.parse(JSON.parse(process.argv[2] ?? ""))

const start = performance.now()
const watchClock = () => {
  if (typeof kill_at === "number" && performance.now() - start >= kill_at)
    process.kill(process.pid, "SIGKILL")
  setImmediate(watchClock).unref()
}
watchClock()

if (mode === "recover") await recoverPatches(root)
else {
  const applied = await applyWatched(root, patches, { until_accepted: mode === "hold" }, (step) => {
    if (step === kill_at) process.kill(process.pid, "SIGKILL")
  })
  if (mode === "revert") await applied.revert()
}
