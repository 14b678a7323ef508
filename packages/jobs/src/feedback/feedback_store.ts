import { nameOption, numberOption } from "@proofloop/foundation/errors"
import { openJobStore } from "../store/open_store.ts"
import { textOption } from "../store/options.ts"
import { cutOption } from "../store/read_change.ts"
import type { JobChange, JobKind, JobStore, JobTypes } from "../store/store.ts"
import {
  type Feedback,
  type FeedbackSeverity,
  type FeedbackState,
  FIX_CLASSES,
  type FixClass,
  type FixWork,
  MAX_PLAN_REFINEMENTS,
  type NewFeedback,
  SEVERITIES,
  WORK_KEYS,
} from "./feedback.ts"
import { feedbackTable } from "./states.ts"

export interface Change extends JobChange<FeedbackState, FixWork> {
  /** The kind of fix. Default: unchanged. */
  readonly fix_class?: FixClass | undefined
  /** The cause, in words. Default: unchanged. */
  readonly root_cause?: string | undefined
  /** Address of the fix's pull request. Default: unchanged. */
  readonly fix_pr_url?: string | undefined
  /** File of the regression test, relative to the root. Default: unchanged. */
  readonly regression_test_path?: string | undefined
  /** How often the plan was refined, at most 3. Default: unchanged. */
  readonly refinement_round?: number | undefined
}

export interface FeedbackTypes extends JobTypes {
  readonly row: Feedback
  readonly given: NewFeedback
  /** What `change` takes for a row of feedback. */
  readonly change: Change
  /** What `list` can select by, beside the state. */
  readonly filter: {
    /** Only rows of this severity. Default: all. */
    readonly severity?: FeedbackSeverity | undefined
  }
}

export type FeedbackStore = JobStore<FeedbackTypes>

const MEMORY_TOPICS = ["failure_patterns", "review_patterns"] as const

const MAX_BODY = 65_536
const MAX_NAME = 128
const MAX_URL = 2048
const MAX_CRITERION = 4096

const text = (most: number) => (option: string, value: unknown) => textOption(option, value, most)
const optionalText = (most: number) => (option: string, value: unknown) =>
  value === undefined || value === null ? null : textOption(option, value, most)

/** The rows that feedback is, for what works on stores of any kind. */
export const feedbackKind: JobKind<FeedbackTypes> = {
  name: "feedback",
  id_prefix: "fb-",
  table: feedbackTable,
  request: {
    from_handle: text(MAX_NAME),
    channel: (option, value) => textOption(option, value ?? "cli", MAX_NAME),
    severity: (option, value) => nameOption(option, value, SEVERITIES),
    body: text(MAX_BODY),
    context_url: optionalText(MAX_URL),
    success_criterion: optionalText(MAX_CRITERION),
  },
  fields: {
    fix_class: { initial: null, read: (option, value) => nameOption(option, value, FIX_CLASSES) },
    root_cause: { initial: null, read: cutOption },
    fix_pr_url: { initial: null, read: text(MAX_URL) },
    regression_test_path: { initial: null, read: text(1024) },
    // The table's rules, which refuse more than 3, report that.
    refinement_round: { initial: 0, read: (option, value) => numberOption(option, value, 0, 1000) },
  },
  products: WORK_KEYS,
  objection: (before, after) => refinementObjection(before, after) ?? missing(before, after),
  filters: ["severity"],
  told_first: ["from_handle", "severity"],
  max_rounds: MAX_PLAN_REFINEMENTS,
  topics: MEMORY_TOPICS,
}

/**
 * Opens the feedback store in this SQLite file, made on demand (mode 0600, with its folder), or at a `postgres://` URL.
 * `now`: milliseconds, default the system's. Rejects as `openJobStore` does.
 */
export async function openFeedbackStore(
  path: string,
  options?: {
    /** The present, in milliseconds since 1970. Default: the system's clock. */
    readonly now?: (() => number) | undefined
  },
): Promise<FeedbackStore> {
  return openJobStore(path, feedbackKind, options)
}

function refinementObjection(before: Feedback, { refinement_round }: Feedback): string | null {
  if (refinement_round > MAX_PLAN_REFINEMENTS)
    return `a plan is refined at most ${MAX_PLAN_REFINEMENTS} times`
  if (refinement_round >= before.refinement_round) return null
  return `refinement_round is ${before.refinement_round} and never falls`
}

function missing(
  before: Feedback,
  { state, error, fix_pr_url, regression_test_path, work }: Feedback,
): string | null {
  if (state === before.state) return null
  const needs = (name: string, value: string | null | undefined) =>
    value === null || value === undefined || value === "" ? `${state} needs ${name}` : null
  if (state === "failed") return needs("error", error)
  if (state === "fix-pr-open") return needs("fix_pr_url", fix_pr_url)
  if (state !== "verified") return null
  const is_red = work.merged_commit === work.alarm_commit
  return (
    needs("regression_test_path", regression_test_path) ??
    needs("work.merged_commit", work.merged_commit) ??
    (is_red ? "the merged commit is the one on which the regression test failed" : null)
  )
}
