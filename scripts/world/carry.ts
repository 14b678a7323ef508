import { spawn } from "node:child_process"
import { readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { initRepository, requireGit } from "@proofloop/foundation/git"
import { cleanEnvironment } from "@proofloop/foundation/process"
import { z } from "zod"
import { serveReplies } from "./model.ts"
import type { Scenario } from "./scenario.ts"

const COMMAND = fileURLToPath(new URL("../../packages/proofloop/bin.mjs", import.meta.url))
const ID = "fb-1"

const rowSchema = z.object({
  state: z.string(),
  error: z.string().nullable(),
  notes: z.array(z.object({ transition: z.string().nullable() })),
})

interface Step {
  readonly name: string
  readonly ms: number
  /** The exit code, or the signal that ended it. */
  readonly ended: number | string | null
  readonly output: string
}

/** What became of a feedback: each step, the row at the end, and the files that were merged. */
interface Carried {
  readonly steps: readonly Step[]
  /** The row as `feedback show --json` has it. */
  readonly row: z.output<typeof rowSchema>
  readonly merged_files: readonly string[]
}

/**
 * Carries a scenario's feedback by the command to its end in `folder`, which is empty: the first process is killed when the fix
 * is made, its clone is removed, and another clone goes on with the same store and forge. Rejects when git refuses.
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
    const step = await runCommand(`${name} in ${clone}`, ["feedback", ...args, ...place], env, (end) => {
      kill = end
    })
    steps.push(step)
    return step
  }
  const work = ["--forge", `local:${forge}`, "--base", "next", ...scenario.options, ...options]
  try {
    await requireGit(folder, ["clone", "--quiet", origin, "first"])
    await run("first", "add", "add", scenario.feedback, "--severity", "high", "--id", ID)
    await run("first", "process", "process", ...work)
    await rm(join(folder, "first"), { recursive: true, force: true })
    await requireGit(folder, ["clone", "--quiet", origin, "second"])
    await run("second", "process", "process", ...work)
    const merged_files = await merge(forge, folder).catch(() => [])
    await run("second", "verify", "verify", ...work)
    const { output } = await run("second", "show", "show", ID, "--json")
    return { steps, merged_files, row: rowSchema.parse(JSON.parse(output)) }
  } finally {
    await server.close()
  }
}

/** A repository with the bug on its main branch, and a bare forge with a branch `next`. */
async function preparePlaces(scenario: Scenario, repository: string, folder: string) {
  const [origin, forge] = [join(folder, "origin"), join(folder, "forge.git")]
  const { path, old_string, new_string } = scenario.bug
  await requireGit(folder, ["clone", "--quiet", "--no-local", repository, origin])
  await initRepository(origin)
  const file = join(origin, path)
  const text = await readFile(file, "utf8")
  if (text.split(old_string).length !== 2) throw new Error(`bug: old_string is not in ${path} exactly once`)
  await writeFile(
    file,
    text.replace(old_string, () => new_string),
  )
  await requireGit(origin, ["commit", "--quiet", "--all", "--no-verify", `--message=Simplify ${path}`])
  await requireGit(folder, ["clone", "--quiet", "--bare", "--no-local", origin, forge])
  await requireGit(folder, ["--git-dir", forge, "branch", "next"])
  return { origin, forge }
}

/** What docs/self-correction.md tells a person to do. Resolves to the files it changed. */
async function merge(forge: string, folder: string): Promise<readonly string[]> {
  const review = join(folder, "review")
  await requireGit(folder, ["clone", "--quiet", "--branch", "next", forge, review])
  await requireGit(review, ["merge", "--quiet", "--no-ff", "--no-edit", `origin/auto/proofloop/${ID}`])
  await requireGit(review, ["push", "--quiet"])
  return (await requireGit(review, ["diff", "--name-only", "HEAD^1"])).trim().split("\n")
}

async function runCommand(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  started: (kill: () => void) => void,
): Promise<Step> {
  const start = performance.now()
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { ...cleanEnvironment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  })
  started(() => child.kill("SIGKILL"))
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data: Buffer) => {
      output += data.toString()
    })
  const ended = await new Promise<number | string | null>((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code, signal) => resolve(signal ?? code))
  })
  return { name, ms: Math.round(performance.now() - start), ended, output }
}
