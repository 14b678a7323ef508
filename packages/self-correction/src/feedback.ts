import type { SandboxName } from "@proofloop/foundation/sandbox"
import type { JobRow } from "@proofloop/jobs"
import type { PullIdentity } from "@proofloop/jobs/forge"

export const SEVERITIES = ["low", "med", "high", "critical"] as const
export type FeedbackSeverity = (typeof SEVERITIES)[number]

export const FIX_CLASSES = [
  "prompt",
  "doc",
  "test",
  "tool",
  "policy",
  "architectural",
  "state-machine",
  "out-of-scope",
] as const
export type FixClass = (typeof FIX_CLASSES)[number]

export const FEEDBACK_STATES = [
  "pending",
  "triaged",
  "awaiting-approval",
  "in-fix",
  "fix-pr-open",
  "verified",
  "regression-alarm",
  "rejected",
  "failed",
  "closed",
] as const
export type FeedbackState = (typeof FEEDBACK_STATES)[number]

/** How often an approver may send a plan back. @requirement self-correction.approval */
export const MAX_PLAN_REFINEMENTS = 3

export interface NewFeedback {
  /** Letters, digits, "-", "_"; at most 64. Default: "fb-" and 12 hexadecimal digits. */
  readonly id?: string | undefined
  readonly body: string
  readonly severity: FeedbackSeverity
  readonly from_handle: string
  /** Where it came in: "cli", "gh-comment", ... Default "cli". */
  readonly channel?: string | undefined
  /** The pull request or issue it is about. */
  readonly context_url?: string | null | undefined
  readonly success_criterion?: string | null | undefined
}

/** One row of the store: the request, and the findings of the steps. */
export interface Feedback extends JobRow<FeedbackState, FixWork> {
  readonly from_handle: string
  readonly channel: string
  readonly severity: FeedbackSeverity
  readonly body: string
  readonly context_url: string | null
  readonly success_criterion: string | null
  readonly fix_class: FixClass | null
  readonly root_cause: string | null
  readonly fix_pr_url: string | null
  readonly regression_test_path: string | null
  /** How often the plan was refined; at most 3. */
  readonly refinement_round: number
}

/** The products of the steps. */
export interface FixWork {
  readonly triage?: Triage
  readonly hits?: readonly Hit[]
  readonly plan?: FixPlan
  /** The request for approval that was posted last. */
  readonly approval?: { readonly id: string; readonly round: number }
  /** Why it was rejected. */
  readonly rejection?: string
  /** The commit of the base branch that the fix starts from. */
  readonly base_commit?: string
  readonly branch?: string
  readonly fix?: {
    readonly commit: string
    readonly files_edited: readonly string[]
    /** Lines that it adds, or removes if it removes more. Missing in older rows. */
    readonly lines_changed?: number
  }
  readonly test?: RegressionTest & { readonly commit: string }
  readonly differential?: Differential
  readonly review?: FixReview
  /** Objections to earlier tries of the fix, newest last; the next try reads them. */
  readonly refutations?: readonly string[]
  readonly pull_request?: {
    readonly number: number
    readonly url: string
    /** What tells it from any other one. */
    readonly identity: PullIdentity
  }
  /**
   * The base branch has moved off the fix's start, and the fix has to follow: before publication, or because of a
   * conflict.
   */
  readonly outdated?: { readonly base_commit: string; readonly because: "moved" | "conflict" }
  /** How often the fix has followed the base branch before it was published. */
  readonly rebases?: number
  /**
   * The commit of the base branch that the fix conflicts with, and why it could not follow; a person has to resolve
   * it.
   */
  readonly conflict?: { readonly base_commit: string; readonly reason: string }
  /** A message that could not be delivered yet, with its destination; removed once it is delivered. */
  readonly notices?: readonly Notice[]
  /** Keys of the messages that were posted, or kept as a notice. */
  readonly told?: readonly string[]
  /** The commit of the base branch on which the regression test has to pass. */
  readonly merged_commit?: string
  /** The commit of the base branch on which it failed. */
  readonly alarm_commit?: string
  /** How often the row has failed; each failure is told. */
  readonly failures?: number
  /** The draft pull request that reverts the merged fix. */
  readonly revert?: { readonly number: number; readonly url: string }
}

/** A store keeps no other keys of `work`. */
export const WORK_KEYS = [
  "triage",
  "hits",
  "plan",
  "approval",
  "rejection",
  "base_commit",
  "branch",
  "fix",
  "test",
  "differential",
  "review",
  "refutations",
  "pull_request",
  "outdated",
  "rebases",
  "conflict",
  "notices",
  "told",
  "merged_commit",
  "alarm_commit",
  "failures",
  "revert",
] as const satisfies readonly (keyof FixWork)[]

export interface Triage {
  /** After the threshold: `out-of-scope` when confidence is below 60. */
  readonly fix_class: FixClass
  /** As the model said. */
  readonly proposed_class: FixClass
  readonly root_cause_hypothesis: string
  readonly candidate_files: readonly { readonly path: string; readonly why: string }[]
  readonly prior_pattern_hit: string | null
  /** Whole number, 0 to 100. */
  readonly confidence: number
  readonly escalated_low_confidence: boolean
}

/** Lines of a file the cause may be in; lines count from 1. */
export interface Hit {
  readonly path: string
  readonly line_start: number
  readonly line_end: number
  readonly snippet: string
}

export interface FixPlan {
  readonly feedback_id: string
  readonly fix_class: FixClass
  readonly root_cause: string
  readonly proposed_change: string
  readonly regression_test_sketch: string
  readonly files: readonly {
    readonly path: string
    readonly loc_estimate: number
    readonly operation: "edit" | "create" | "delete"
  }[]
  readonly alternatives_considered: readonly string[]
  readonly risks: readonly string[]
  readonly success_criterion: string
  /** usd is null when no prices are configured. */
  readonly cost_estimate: {
    readonly tokens: number
    readonly usd: number | null
    readonly wall_clock_minutes: number
  }
  readonly refinement_round: number
  readonly created_at: string
  readonly total_loc_estimate: number
}

export interface RegressionTest {
  readonly path: string
  /** The command line that runs this test alone. */
  readonly command: string
}

export type TestOutcome = "pass" | "fail" | "error"

/** One test on two commits. Holds only if it fails on the base and passes on the fix. */
export interface Differential {
  readonly base_commit: string
  readonly fix_commit: string
  readonly base: { readonly outcome: TestOutcome; readonly exit_code: number | null; readonly output: string }
  readonly fix: { readonly outcome: TestOutcome; readonly exit_code: number | null; readonly output: string }
  readonly verified: boolean
  /** The test's sandbox, or "none". Missing in older rows. */
  readonly sandbox?: SandboxName | undefined
  /** Why its trees lack something that should be installed, or null. Missing in older rows. */
  readonly setup_problem?: string | null | undefined
  /** Why it does not hold; "" when it does. */
  readonly reason: string
  /** What has to be redone when it does not hold; null when it does. Missing in older rows. */
  readonly blame?: "fix" | "test" | null | undefined
}

export interface FixReview {
  /** `block` keeps the pull request from being opened; `request-changes` is shown in it. */
  readonly overall: "pass" | "request-changes" | "block"
  readonly passes: readonly {
    readonly name: string
    readonly status: "pass" | "fail" | "unable"
    readonly note: string
  }[]
  /** What weakens the review, in words: for instance, one model judged all lenses. Absent in older rows. */
  readonly caveats?: readonly string[]
  /** Whole number, 0 to 100, when a reviewer gave one. */
  readonly confidence: number | null
}

export interface Notice {
  /** Identifies a message, so that none is posted twice. */
  readonly key: string
  readonly body: string
  readonly context_url: string | null
  /** Why it was not delivered. */
  readonly reason: string
  /** Failed deliveries since its row ended. */
  readonly tries?: number
}
