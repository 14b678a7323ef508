import { rm } from "node:fs/promises"
import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { z } from "zod"
import { runProofloop } from "../command/proofloop_process.ts"
import type { Carried, Place, Step } from "./carried.ts"
import { serveReplies } from "./feedback_model.ts"
import { openForge } from "./forge.ts"
import { mergeBranch } from "./merge_branch.ts"
import type { FeedbackScenario } from "./scenario.ts"

const ID = "fb-1"

const rowSchema = z.object({
  state: z.string(),
  error: z.string().nullable(),
  notes: z.array(z.object({ transition: z.string().nullable() })),
})

/**
 * Carries a scenario's feedback by the command to its end in the empty folder. The first process is killed when the
 * fix is made, and its clone is removed. Another clone goes on with the same store and forge. Rejects when git refuses.
 */
export async function carryFeedback(scenario: FeedbackScenario, place: Place): Promise<Carried> {
  const { folder, options } = place
  const { origin, forge } = await openForge(scenario.bug, place)
  await requireGit(folder, ["--git-dir", forge, "branch", "next"])
  const steps: Step[] = []
  let kill = (): void => undefined
  const server = await serveReplies(scenario, () => kill())
  const run = async (clone: string, name: string, ...args: readonly string[]) => {
    const where = ["--repo", join(folder, clone), "--store", join(folder, "feedback.db")]
    const env = { PROOFLOOP_MODEL: "scripted", PROOFLOOP_BASE_URL: server.url }
    const started = (end: () => void) => {
      kill = end
    }
    const ended = await runProofloop(["feedback", ...args, ...where], { env, started })
    steps.push({ name: `${name} in ${clone}`, ...ended })
    return ended
  }
  const work = ["--forge", `local:${forge}`, "--base", "next", ...scenario.options, ...options]
  try {
    await requireGit(folder, ["clone", "--quiet", origin, "first"])
    await run("first", "add", "add", scenario.feedback, "--severity", "high", "--id", ID)
    await run("first", "process", "process", ...work)
    await rm(join(folder, "first"), { recursive: true, force: true })
    await requireGit(folder, ["clone", "--quiet", origin, "second"])
    await run("second", "process", "process", ...work)
    const fix = { head: `auto/proofloop/${ID}`, base: "next" }
    const merged_files = await mergeBranch(forge, join(folder, "review"), fix).catch(() => [])
    await run("second", "verify", "verify", ...work)
    const { stdout } = await run("second", "show", "show", ID, "--json")
    const row = rowSchema.parse(JSON.parse(stdout))
    const is_done = row.state === "closed" && row.notes.at(-1)?.transition === "verified → closed"
    return {
      steps,
      is_done,
      end: row.error === null ? row.state : `${row.state}: ${row.error}`,
      merged_files,
    }
  } finally {
    await server.close()
  }
}
