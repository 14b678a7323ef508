import { rm } from "node:fs/promises"
import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { z } from "zod"
import { type Ended, runProofloop } from "../proofloop_process.ts"
import { cloneWithBug } from "./bug.ts"
import { mergePull } from "./merge_pull.ts"
import { serveReplies } from "./model.ts"
import type { Scenario } from "./scenario.ts"

const ID = "fb-1"

const rowSchema = z.object({
  state: z.string(),
  error: z.string().nullable(),
  notes: z.array(z.object({ transition: z.string().nullable() })),
})

interface Step extends Ended {
  readonly name: string
}

/** What became of a feedback: each step, the row at the end, and the files that were merged. */
interface Carried {
  readonly steps: readonly Step[]
  /** The row as `feedback show --json` has it. */
  readonly row: z.output<typeof rowSchema>
  readonly merged_files: readonly string[]
}

/**
 * Carries a scenario's feedback by the command to its end in the empty `folder`. The first process is killed when the
 * fix is made, and its clone is removed. Another clone goes on with the same store and forge. Rejects when git refuses.
 */
export async function carry(
  scenario: Scenario,
  repository: string,
  folder: string,
  options: readonly string[] = [],
): Promise<Carried> {
  const { origin, forge } = await preparePlaces(scenario, repository, folder)
  const steps: Step[] = []
  let kill = (): void => undefined
  const server = await serveReplies(scenario, () => kill())
  const run = async (clone: string, name: string, ...args: readonly string[]) => {
    const place = ["--repo", join(folder, clone), "--store", join(folder, "feedback.db")]
    const env = { PROOFLOOP_MODEL: "scripted", PROOFLOOP_BASE_URL: server.url }
    const started = (end: () => void) => {
      kill = end
    }
    const ended = await runProofloop(["feedback", ...args, ...place], { env, started })
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
    const merged_files = await mergePull(forge, join(folder, "review"), ID).catch(() => [])
    await run("second", "verify", "verify", ...work)
    const { stdout } = await run("second", "show", "show", ID, "--json")
    return { steps, merged_files, row: rowSchema.parse(JSON.parse(stdout)) }
  } finally {
    await server.close()
  }
}

/** A repository with the bug on its main branch, and a bare forge with a branch `next`. */
async function preparePlaces(scenario: Scenario, repository: string, folder: string) {
  const [origin, forge] = [join(folder, "origin"), join(folder, "forge.git")]
  await cloneWithBug(repository, origin, scenario.bug)
  await requireGit(folder, ["clone", "--quiet", "--bare", "--no-local", origin, forge])
  await requireGit(folder, ["--git-dir", forge, "branch", "next"])
  return { origin, forge }
}
