import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { commitPaths, initRepository, requireGit } from "@proofloop/foundation/git"
import { z } from "zod"
import { type Ended, runProofloop } from "../proofloop_process.ts"
import type { Command } from "./command.ts"
import { FEEDBACK, brokenShop } from "./shop.ts"

const rowSchema = z.object({
  id: z.string(),
  state: z.string(),
  attempts: z.number(),
  error: z.string().nullable(),
})

type Row = z.output<typeof rowSchema>

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly started?: (kill: () => void) => void
}

/** A repository with feedback about it and a bare forge, all in one folder. */
export interface Place {
  readonly repository: string
  /** A bare repository with the branch `next`. */
  readonly forge: string
  readonly store: string
  /** Adds feedback about the bug. */
  readonly add: (id: string) => Promise<void>
  /** `feedback ACTION ...` here; see `work` for the options of process and verify. */
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Ended>
  /** Every row, as `feedback list --json` has it. */
  readonly rows: () => Promise<readonly Row[]>
}

/** Makes the place in `folder`. Default files: a shop with a bug. */
export async function makePlace(
  command: Command,
  folder: string,
  files: Readonly<Record<string, string>> = brokenShop(),
): Promise<Place> {
  const [repository, store] = [join(folder, "repository"), join(folder, "feedback.db")]
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(repository, path)), { recursive: true })
    await writeFile(join(repository, path), text)
  }
  await initRepository(repository)
  await commitPaths(repository, Object.keys(files), "First")
  const forge = await makeForge(repository, join(folder, "forge.git"))
  const run: Place["run"] = (args, { env = {}, started } = {}) =>
    runProofloop(["feedback", ...args, "--repo", repository, "--store", store], {
      checkout: command.checkout,
      env,
      started,
    })
  return {
    repository,
    forge,
    store,
    run,
    async add(id) {
      const { ended, output } = await run(["add", FEEDBACK, "--severity", "high", "--id", id])
      if (ended !== 0) throw new Error(`feedback add: ${output}`)
    },
    async rows() {
      const { stdout, output } = await run(["list", "--json"])
      if (stdout === "") throw new Error(`feedback list: ${output}`)
      return z.object({ feedback: z.array(rowSchema) }).parse(JSON.parse(stdout)).feedback
    },
  }
}

/** A bare copy of a repository with the branch `next`, at `path`. Resolves to the path. */
export async function makeForge(repository: string, path: string): Promise<string> {
  await requireGit(repository, ["clone", "--quiet", "--bare", "--no-local", repository, path])
  await requireGit(repository, ["--git-dir", path, "branch", "next"])
  return path
}

/** Options of process and verify for a bare forge; tests run without a sandbox, unless they are to run in a room. */
export function work(command: Command, forge: string, room = false): readonly string[] {
  const is_new = command.has("--unsafe-host-runner")
  const where = ["--forge", is_new ? `local:${forge}` : forge, "--base", "next"]
  return is_new && !room ? [...where, "--unsafe-host-runner", "--setup", ""] : where
}

/** Of one row its state and why it is not further; of several how many are in which state. */
export function statesOf(rows: readonly Row[]): string {
  const [row] = rows
  if (row !== undefined && rows.length === 1)
    return row.error === null ? row.state : `${row.state} (${brief(row.error)})`
  const counts = new Map<string, number>()
  for (const { state } of rows) counts.set(state, (counts.get(state) ?? 0) + 1)
  return [...counts].map(([state, count]) => `${count} ${state}`).join(", ")
}

function brief(error: string): string {
  return (error.split("\n", 1)[0] ?? "").slice(0, 120)
}
