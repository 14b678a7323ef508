import { InvalidOptionError, nameOption } from "@proofloop/foundation/errors"
import { isBranchName } from "../forge/branch_name.ts"
import { openJobStore } from "../store/open_store.ts"
import { textOption } from "../store/options.ts"
import type { JobChange, JobKind, JobStore, JobTypes } from "../store/store.ts"
import {
  MAX_PLAN_REFINEMENTS,
  type NewRun,
  type PipelineRun,
  type RunState,
  type RunWork,
  SWITCHES,
  WORK_KEYS,
} from "./run.ts"
import { pipelineTable } from "./states.ts"

export interface RunTypes extends JobTypes {
  readonly row: PipelineRun
  readonly given: NewRun
  /** What `change` takes for a run. */
  readonly change: JobChange<RunState, RunWork>
  /** What `list` can select by, beside the state. */
  readonly filter: {
    readonly url?: string | undefined
  }
}

export type RunStore = JobStore<RunTypes>

/** The rows that runs are, for what works on stores of any kind. */
export const runKind: JobKind<RunTypes> = {
  name: "run",
  id_prefix: "run-",
  table: pipelineTable,
  request: {
    url: (option, value) => textOption(option, value, 2048),
    base: baseOption,
    switches: switchesOption,
  },
  fields: {},
  products: WORK_KEYS,
  objection: (before, after) => (before.state === after.state ? null : missing(after)),
  filters: ["url"],
  told_first: ["url", "base", "switches"],
  max_rounds: MAX_PLAN_REFINEMENTS,
  topics: [],
}

/**
 * Opens the runs in this SQLite file, made on demand (mode 0600, with its folder), or at a `postgres://` URL. Rows of
 * other kinds may lie there. `now`: milliseconds, default the system's. Rejects as `openJobStore` does.
 */
export async function openRunStore(
  path: string,
  options?: {
    /** The present, in milliseconds since 1970. Default: the system's clock. */
    readonly now?: (() => number) | undefined
  },
): Promise<RunStore> {
  return openJobStore(path, runKind, options)
}

function baseOption(option: string, value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === "string" && isBranchName(value)) return value
  throw new InvalidOptionError({ option, expected: "the name of a branch", got: value })
}

function switchesOption(option: string, value: unknown): string {
  if (value === undefined) return ""
  if (!Array.isArray(value)) throw new InvalidOptionError({ option, expected: "a list", got: value })
  const set = new Set(value.map((one: unknown, at) => nameOption(`${option}[${at}]`, one, SWITCHES)))
  return SWITCHES.filter((name) => set.has(name)).join(",")
}

function missing({ state, error, work }: PipelineRun): string | null {
  const needs = (name: string, value: unknown) =>
    value === null || value === undefined || value === "" ? `${state} needs ${name}` : null
  if (state === "failed") return needs("error", error)
  if (state === "publishing") return needs("work.head", work.head)
  if (state === "pr-open") return needs("work.pull_request", work.pull_request)
  if (state === "verifying") return needs("work.merged_commit", work.merged_commit)
  return state === "done" ? needs("work.ending", work.ending) : null
}
