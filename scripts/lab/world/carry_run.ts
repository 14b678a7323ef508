import { rm } from "node:fs/promises"
import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { z } from "zod"
import { runProofloop } from "../command/proofloop_process.ts"
import type { Carried, Place, Step } from "./carried.ts"
import { openForge } from "./forge.ts"
import { mergeBranch } from "./merge_branch.ts"
import { ROLES, serveModels } from "./run_models.ts"
import type { RunScenario } from "./scenario.ts"

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

/**
 * Carries a run over a repository to its end by the command, in the empty folder. The first process is killed at
 * the last subtask and its clone is removed. Another one goes on with the same store and forge, and a person's merge
 * is verified. Rejects when git refuses.
 */
export async function carryRun(scenario: RunScenario, place: Place): Promise<Carried> {
  const { folder, options } = place
  const { forge } = await openForge(scenario.bug, place)
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
    const { run: row, work: done } = await read()
    const outcomes = (done.outcomes ?? []).map(({ id: subtask, status }) => `${subtask} ${status}`)
    const why = done.ending?.why ?? row.error ?? "no end"
    const is_done = done.ending?.how === "merged"
    return { steps, is_done, end: [row.state, why, ...outcomes].join(", "), merged_files }
  } finally {
    await server.close()
  }
}
