import type { SandboxName } from "@proofloop/foundation/sandbox"
import type { PullIdentity } from "../forge/identity.ts"
import type { JobRow } from "../store/store.ts"

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
  /** Who asks for it, by the name they use in their channel. */
  readonly from_handle: string
  /** Where it came in: "cli", "gh-comment", ... Default "cli". */
  readonly channel?: string | undefined
  /** The pull request or issue it is about. */
  readonly context_url?: string | null | undefined
  /** What must hold once it is fixed. Default: null, nobody said. */
  readonly success_criterion?: string | null | undefined
}

export interface Feedback extends JobRow<FeedbackState, FixWork> {
  /** Who asked for it, by the name they use in their channel. */
  readonly from_handle: string
  /** Where it came in: "cli", "gh-comment". */
  readonly channel: string
  /** How bad the problem is, as given with the request. */
  readonly severity: FeedbackSeverity
  readonly body: string
  /** The pull request or issue it is about; null for none. */
  readonly context_url: string | null
  /** What must hold once it is fixed; null when nobody said. */
  readonly success_criterion: string | null
  /** The kind of fix that triage chose; null before triage. */
  readonly fix_class: FixClass | null
  /** The cause that triage suspects; null while it names none. */
  readonly root_cause: string | null
  /** Address of the fix's pull request; null until it is opened. */
  readonly fix_pr_url: string | null
  /** The file of the regression test, relative to the root; null until it is written. */
  readonly regression_test_path: string | null
  /** How often the plan was refined; at most 3. */
  readonly refinement_round: number
}

export interface FixWork {
  readonly triage?: Triage
  readonly hits?: readonly Hit[]
  readonly plan?: FixPlan
  readonly approval?: {
    readonly id: string
    /** Round of asking; 0 for the first plan. */
    readonly round: number
  }
  readonly rejection?: string
  /** The commit of the base branch that the fix starts from. */
  readonly base_commit?: string
  readonly branch?: string
  readonly fix?: {
    readonly commit: string
    /** Files that it changes, relative to the root. */
    readonly files_edited: readonly string[]
    /** Lines that it adds, or removes if it removes more. Missing in older rows. */
    readonly lines_changed?: number
  }
  /** The regression test, which the fix's branch has too. */
  readonly test?: RegressionTest & {
    readonly commit: string
  }
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
  /** The base branch moved off the fix's start, and the fix has to follow: before publication, or after a conflict. */
  readonly outdated?: {
    /** The base branch's commit that the fix has to follow. */
    readonly base_commit: string
    /** Whether the base only moved, or the fix conflicts with it. */
    readonly because: "moved" | "conflict"
  }
  /** How often the fix has followed the base branch before it was published. */
  readonly rebases?: number
  /** The commit of the base branch that the fix conflicts with, and why it could not follow; a person has to resolve it. */
  readonly conflict?: {
    /** Full id of that commit. */
    readonly base_commit: string
    readonly reason: string
  }
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
  readonly revert?: {
    readonly number: number
    readonly url: string
  }
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
  /** The cause that the model suspects; "" when it names none. */
  readonly root_cause_hypothesis: string
  /** Files in which the cause may be, at most 20. */
  readonly candidate_files: readonly {
    /** Path relative to the root, as the model wrote it; it may name lines. */
    readonly path: string
    /** Why the cause may be there; "" when the model does not say. */
    readonly why: string
  }[]
  /** Key of an earlier fix with the same cause; null for none. */
  readonly prior_pattern_hit: string | null
  /** Whole number, 0 to 100. */
  readonly confidence: number
  /** The model was too unsure, so the class became `out-of-scope`. */
  readonly escalated_low_confidence: boolean
}

/** Lines of a file the cause may be in; lines count from 1. */
export interface Hit {
  /** The file, relative to the root, with "/". */
  readonly path: string
  readonly line_start: number
  /** Last line, inclusive. */
  readonly line_end: number
  readonly snippet: string
}

export interface FixPlan {
  readonly feedback_id: string
  /** The kind of fix; some kinds always wait for approval. */
  readonly fix_class: FixClass
  readonly root_cause: string
  readonly proposed_change: string
  readonly regression_test_sketch: string
  readonly files: readonly {
    /** Path relative to the root, with "/". */
    readonly path: string
    readonly loc_estimate: number
    /** Whether the file is to be changed, made or removed. */
    readonly operation: "edit" | "create" | "delete"
  }[]
  /** Other ways, each with the reason against it. */
  readonly alternatives_considered: readonly string[]
  readonly risks: readonly string[]
  /** What must hold once the fix is made. */
  readonly success_criterion: string
  /** usd is null when no prices are configured. */
  readonly cost_estimate: {
    /** Estimate of the tokens for the fix and its test, input and output together. */
    readonly tokens: number
    /** Their price in USD, to a hundredth of a cent; null without configured prices. */
    readonly usd: number | null
    /** Minutes to the pull request: the median of earlier fixes, 12 without any. */
    readonly wall_clock_minutes: number
  }
  /** How often an approver has sent the plan back before this one. */
  readonly refinement_round: number
  /** When it was made, ISO 8601. */
  readonly created_at: string
  /** Lines expected to change in all files together. */
  readonly total_loc_estimate: number
}

export interface RegressionTest {
  /** The test file, relative to the root, with "/". */
  readonly path: string
  /** The command line that runs this test alone. */
  readonly command: string
}

export type TestOutcome = "pass" | "fail" | "error"

/** One test on two commits. Holds only if it fails on the base and passes on the fix. */
export interface Differential {
  readonly base_commit: string
  readonly fix_commit: string
  readonly base: {
    /** How the test ended on the base; it has to fail. */
    readonly outcome: TestOutcome
    /** Exit code of the test on the base; null without one. */
    readonly exit_code: number | null
    /** What the test printed on the base, shortened. */
    readonly output: string
  }
  readonly fix: {
    /** How the test ended on the fix; it has to pass. */
    readonly outcome: TestOutcome
    /** Exit code of the test on the fix; null without one. */
    readonly exit_code: number | null
    /** What the test printed on the fix, shortened. */
    readonly output: string
  }
  /** Whether it holds: the test failed on the base and passed on the fix, twice each. */
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
    /** Its result; `unable`: it could not judge. */
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
  /** The pull request or issue to post it to; null for none. */
  readonly context_url: string | null
  readonly reason: string
  /** Failed deliveries since its row ended. */
  readonly tries?: number
}
