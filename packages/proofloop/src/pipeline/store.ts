import { existsSync } from "node:fs"
import { mkdir, stat } from "node:fs/promises"
import { resolve } from "node:path"
import { isPostgresUrl, StoreError } from "@proofloop/jobs/internal"
import { openRunStore, type RunStore } from "@proofloop/jobs/pipeline"
import { requireFolder } from "../arguments/folders.ts"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { givenStore, mayHaveStore, refuseMissing } from "../jobs/store_place.ts"
import { withStoreTrouble } from "../jobs/store_trouble.ts"
import type { FlagNames } from "../verdicts/flag_names.ts"
import { hasAsked } from "./asked.ts"
import { defaultStateFolder, defaultStore } from "./own_command.ts"

export interface Runs {
  readonly store: RunStore
  readonly state_dir: string
}

type Work = (runs: Runs) => Promise<number>

/** The folder with the runs, their clones and their costs. Throws Misuse. */
export function readStateFolder(input: Input, io: Io): string {
  const given = input.text("state")
  if (given === "") throw new Misuse("--state needs a folder")
  if (given === undefined) return defaultStateFolder()
  const folder = resolve(io.cwd, given)
  if (existsSync(folder)) requireFolder(folder, "--state")
  return folder
}

/** Does something with the runs of --state, made if missing. Resolves to the exit code; throws Misuse. */
export async function withRuns(input: Input, io: Io, work: Work): Promise<number> {
  const state_dir = readStateFolder(input, io)
  return withPipelineFlags(input, io, async () =>
    useStore({ path: storePath(input, io, state_dir), state_dir }, work),
  )
}

/**
 * Does something in the state folder, whatever becomes of the store. The default folder is made if it is missing; one
 * that --state names must be there, or a mistyped name would stop nothing and say that it did. Throws Misuse.
 */
export async function withStateFolder(
  input: Input,
  io: Io,
  work: (state_dir: string) => Promise<number>,
): Promise<number> {
  const state_dir = readStateFolder(input, io)
  if (input.isArgument("state")) requireFolder(state_dir, "--state")
  return withPipelineFlags(input, io, async () => {
    await mkdir(state_dir, { recursive: true, mode: 0o700 })
    return work(state_dir)
  })
}

/**
 * The runs of --state, where there are any; without any, `nothing` is done and no file made. Default: there is no such
 * run. Throws Misuse, also where --state or --store names nothing.
 */
export async function withFoundRuns(
  input: Input,
  io: Io,
  work: Work,
  nothing: (state_dir: string) => number | Promise<number> = noRun(input),
): Promise<number> {
  const state_dir = readStateFolder(input, io)
  const path = storePath(input, io, state_dir)
  // The runs of a server may be of another machine, whose folder is not here.
  if (input.isArgument("state") && !isPostgresUrl(path)) requireFolder(state_dir, "--state")
  refuseMissing(input, path)
  return withPipelineFlags(input, io, async () =>
    mayHaveStore(path) ? useStore({ path, state_dir }, work) : nothing(state_dir),
  )
}

function noRun(input: Input): (state_dir: string) => never {
  return (state_dir) => {
    throw new Misuse(`there is no run ${JSON.stringify(input.positionals[0] ?? "")}: ${state_dir} has none`)
  }
}

function storePath(input: Input, io: Io, state_dir: string): string {
  return givenStore(input, io) ?? defaultStore(state_dir)
}

interface Place {
  readonly path: string
  readonly state_dir: string
}

async function useStore({ path, state_dir }: Place, work: Work): Promise<number> {
  await mkdir(state_dir, { recursive: true, mode: 0o700 })
  if (!isPostgresUrl(path)) await refuseEmptied({ path, state_dir })
  const store = await openRunStore(path)
  try {
    return await work({ store, state_dir })
  } finally {
    await store.close()
  }
}

/** An empty file is a new store, unless runs are known whose rows it had. Rejects with StoreError. */
async function refuseEmptied({ path, state_dir }: Place): Promise<void> {
  const { size } = await stat(path).catch(() => ({ size: null }))
  if (size !== 0 || !(await hasAsked(state_dir))) return
  throw new StoreError(
    "corrupt",
    `${path}: the file is empty, and ${state_dir} knows of runs that it had. Bring a copy of it back, or remove it to start again`,
  )
}

/** Names a refused option by its flag, and maps a store error to its exit code. */
export async function withPipelineFlags(input: Input, io: Io, work: () => Promise<number>): Promise<number> {
  return withStoreTrouble({ input, io, flags: PIPELINE_FLAGS }, work)
}

const PIPELINE_FLAGS: FlagNames = {
  url: { flag: "REPO" },
  branch: { flag: "--branch" },
  base: { flag: "--base" },
  repository: { flag: "REPO", hint: "Give a checkout, a bare repository or https://github.com/OWNER/NAME" },
  signer: { flag: "--sign-off" },
  reason: { flag: "--reason" },
  check: { flag: "--check" },
  check_timeout_ms: { flag: "--check-timeout" },
  "checks.command": { flag: "--ci" },
  "checks.setup": { flag: "--setup" },
  "limits.max_tokens": { flag: "--max-tokens" },
  "limits.max_open_pulls": { flag: "--max-open-pulls" },
  "limits.max_usd": { flag: "--max-usd" },
  "limits.max_usd_a_day": { flag: "--max-usd-a-day" },
  "limits.max_tokens_a_day": { flag: "--max-tokens-a-day" },
  "limits.max_work_ms_a_day": { flag: "--max-minutes-a-day" },
  "limits.max_turns": { flag: "--max-turns" },
  "limits.max_work_ms": { flag: "--max-minutes" },
  "ci.look_every_ms": { flag: "--ci-poll" },
  "ci.deadline_ms": { flag: "--ci-timeout" },
}
