import { rm } from "node:fs/promises"
import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { z } from "zod"
import { type Ended, runProofloop } from "../proofloop_process.ts"
import { cloneWithBug } from "../world/bug.ts"
import { mergeBranch } from "../world/merge_pull.ts"
import { ROLES, serveModels } from "./models.ts"
import type { Scenario } from "./scenario.ts"

const statusSchema = z.object({
  runs: z.array(z.object({ id: z.string() })),
})

const runSchema = z.object({
  run: z.object({ id: z.string(), state: z.string(), error: z.string().nullable() }),
  work: z.object({
    branch: z.string().optional(),
    outcomes: z
      .array(z.object({ id: z.string(), status: z.string(), commit: z.string().nullable() }))
      .optional(),
    ending: z.object({ how: z.string(), why: z.string() }).optional(),
  }),
})

export interface Step extends Ended {
  readonly name: string
}

/** What became of a run: each call, the row at the end, and what was merged. */
export interface Carried extends Partial<z.output<typeof runSchema>> {
  readonly steps: readonly Step[]
  readonly merged_files: readonly string[]
}

/**
 * Carries a run over a repository to its end by the command, in the empty `folder`. The first process is killed at
 * the last subtask and its clone is removed. Another one goes on with the same store and forge, and a person's merge
 * is verified. Rejects when git refuses.
 */
export async function carry(
  scenario: Scenario,
  repository: string,
  folder: string,
  options: readonly string[] = [],
): Promise<Carried> {
  const forge = await openPlaces(scenario, repository, folder)
  const state = join(folder, "state")
  const steps: Step[] = []
  let kill = (): void => undefined
  const server = await serveModels(scenario, () => kill())
  const run = async (name: string, ...args: readonly string[]) => {
    const started = (end: () => void) => {
      kill = end
    }
    const ended = await runProofloop(["pipeline", ...args, "--state", state], { env: {}, started })
    steps.push({ name, ...ended })
    return ended
  }
  // Without a limit the call does the work itself, and dies with it.
  const work = [...ROLES, "--base-url", server.url, "--time-limit", "0", "--ci-poll", "2"]
  try {
    await run("run", "run", forge, ...work, ...scenario.options, ...options)
    await rm(join(state, "clones"), { recursive: true, force: true })
    const { stdout } = await run("status", "status", "--json")
    const id = statusSchema.parse(JSON.parse(stdout)).runs[0]?.id ?? ""
    const read = async () => runSchema.parse(JSON.parse((await run("status", "status", id, "--json")).stdout))
    await run("resume in a fresh clone", "resume", id, "--time-limit", "0")
    const { work: found } = await read()
    const base = (await requireGit(folder, ["--git-dir", forge, "symbolic-ref", "--short", "HEAD"])).trim()
    const pull = { head: found.branch ?? "none", base }
    const merged_files = await mergeBranch(forge, join(folder, "review"), pull).catch(() => [])
    await run("resume after the merge", "resume", id, "--time-limit", "0")
    return { steps, merged_files, ...(await read()) }
  } finally {
    await server.close()
  }
}

/** A bare forge with the bug on its main branch. */
export async function openPlaces(
  { bug }: Pick<Scenario, "bug">,
  repository: string,
  folder: string,
): Promise<string> {
  const [origin, forge] = [join(folder, "origin"), join(folder, "forge.git")]
  if (bug !== undefined) await cloneWithBug(repository, origin, bug)
  const from = bug === undefined ? repository : origin
  await requireGit(folder, ["clone", "--quiet", "--bare", "--no-local", from, forge])
  return forge
}
