import type { Check } from "../../forge/checks.ts"
import { CI_KNOBS, type CiKnobs } from "./ci_knobs.ts"
import type { CiOutcome, CiState, FailedJob } from "./outcome.ts"
import { standings } from "./standing.ts"
import { whyOf } from "./why.ts"

export interface CiInput {
  /** The names that must pass before a merge; null or empty: the forge names none, and every check counts. */
  readonly required: readonly string[] | null
  /** Checks of the pushed commit, in any order; those of other commits are left out. */
  readonly checks: readonly Check[]
  readonly head_sha: string
  /** Milliseconds since the Unix epoch, as `now`. */
  readonly pushed_at: number
  /** The present, in milliseconds since the Unix epoch. */
  readonly now: number
  /** Times to wait. Default: those of `CiKnobs`. */
  readonly knobs?: CiKnobs | undefined
}

/**
 * The joint result of a pushed commit's checks. Nothing is decided while a counting one is pending, nor before the
 * grace is over when another may still appear. At the deadline the known checks decide. Green takes every required
 * check, and at least one that ran.
 */
export function reduceCi(input: CiInput): CiOutcome {
  const { checks, head_sha, pushed_at, now, knobs = CI_KNOBS } = input
  const required = input.required === null || input.required.length === 0 ? null : new Set(input.required)
  const own = checks.filter(({ commit }) => commit === head_sha)
  const counted = required === null ? own : own.filter(({ name }) => required.has(name))
  const by_name = standings(counted)
  const missing = [...(required ?? [])].filter((name) => !by_name.has(name))
  const age_ms = Math.max(0, now - pushed_at)
  const known: Known = {
    states: new Set(counted.map(({ state }) => state)),
    standings: new Set(by_name.values()),
    is_missing: missing.length > 0,
    is_held: missing.length > 0 && own.some(({ state }) => state === "needs_person"),
    may_appear: (required === null || missing.length > 0) && age_ms < knobs.grace_ms,
    is_over: age_ms >= knobs.deadline_ms,
  }
  const state = decide(known)
  return {
    state,
    jobs: failedJobs(counted),
    why: whyOf(state, { by_name, counted, missing, required, checks, own, age_ms }),
    next_look_at:
      state === "pending" ? Math.min(now + knobs.look_every_ms, now - age_ms + knobs.deadline_ms) : null,
  }
}

interface Known {
  readonly states: ReadonlySet<Check["state"]>
  /** The heaviest state of each name. */
  readonly standings: ReadonlySet<Check["state"]>
  readonly is_missing: boolean
  /** A required check is missing, and its workflow may be the one that waits for a person. */
  readonly is_held: boolean
  readonly may_appear: boolean
  readonly is_over: boolean
}

function decide(known: Known): CiState {
  const { states, standings: of_names, is_missing, is_held, may_appear, is_over } = known
  const is_pending = states.has("pending")
  if (!is_over && (is_pending || may_appear)) return "pending"
  if (of_names.has("failed")) return "red"
  if (of_names.has("needs_person") || is_held) return "needs_person"
  if (is_pending) return "timeout"
  if (of_names.has("cancelled")) return "needs_person"
  if (is_missing) return is_over ? "timeout" : "pending"
  return of_names.has("passed") ? "green" : "no_runs"
}

function failedJobs(counted: readonly Check[]): readonly FailedJob[] {
  const failed = counted.filter(({ state }) => state === "failed")
  const jobs = failed.map(({ name, told, summary, url, log_id }) => ({ name, told, summary, url, log_id }))
  const keyOf = ({ name, log_id, told, summary, url }: FailedJob) =>
    JSON.stringify([name, log_id, told, summary, url])
  const distinct = new Map(jobs.map((job) => [keyOf(job), job]))
  return [...distinct].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, job]) => job)
}
