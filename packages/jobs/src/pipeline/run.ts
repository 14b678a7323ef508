import type { Plan } from "@proofloop/stdlib"
import type { PullIdentity } from "../forge/identity.ts"
import type { JobRow } from "../store/store.ts"
import type { MetricReport } from "./analyse/metric.ts"
import type { CheckRun } from "./check/run_check.ts"
import type { FailureMark } from "./ci/failure_mark.ts"
import type { CiState, FailedJob } from "./ci/outcome.ts"
import type { FixCiStatus } from "./fix_ci/fix_ci.ts"

export const RUN_STATES = [
  "queued",
  "analysing",
  "planning",
  "awaiting-approval",
  "working",
  "publishing",
  "pr-open",
  "verifying",
  "alarm",
  "done",
  "failed",
  "cancelled",
] as const
export type RunState = (typeof RUN_STATES)[number]

/** What an owner turns on or off for one run. */
export const SWITCHES = [
  "dry_run",
  "needs_approval",
  "no_self_review",
  "no_deep_review",
  "no_ci_watch",
  "no_auto_fix_ci",
  "integrate",
  "unchecked",
  "sign_off",
] as const
export type Switch = (typeof SWITCHES)[number]

/** How often an approver may send a plan back. */
export const MAX_PLAN_REFINEMENTS = 3

export interface NewRun {
  /** Letters, digits, "-", "_"; at most 64. Default: "run-" and 12 hexadecimal digits. */
  readonly id?: string | undefined
  readonly url: string
  /** The branch that the pull request goes to. Default: the forge's default branch. */
  readonly base?: string | null | undefined
  /** Default: none. */
  readonly switches?: readonly Switch[] | undefined
}

export interface PipelineRun extends JobRow<RunState, RunWork> {
  readonly url: string
  /** Branch that the pull request goes to; null: the forge's default branch. */
  readonly base: string | null
  /** Comma-separated, in the order of SWITCHES. */
  readonly switches: string
}

export interface RunWork {
  readonly base_commit?: string
  readonly report?: MetricReport
  readonly base_check?: CheckRun
  readonly plan?: Plan
  /** Identifies a plan, even if it is made again. */
  readonly plan_sha256?: string
  readonly for_person?: readonly PersonalTask[]
  /** A person's wishes about the plan, oldest first. */
  readonly wishes?: readonly string[]
  readonly approval?: {
    readonly id: string
    /** Round of asking; 0 for the first plan. */
    readonly round: number
  }
  readonly outcomes?: readonly SubtaskOutcome[]
  /** The newest commit of the run; somebody may have put commits on its branch. */
  readonly head?: string
  /** The newest base branch commit that the head contains, or conflicts with. */
  readonly base_head?: string
  readonly head_check?: CheckRun
  /** The same analysers on the head. */
  readonly report_after?: MetricReport
  readonly branch?: string
  readonly pull_request?: {
    readonly number: number
    readonly url: string
    /** What tells it from any other one. */
    readonly identity: PullIdentity
  }
  /** When the head was pushed, or a person allowed its CI to run, ISO 8601. */
  readonly pushed_at?: string
  /** What our own readers found in the pull request. */
  readonly self_review?: SelfReview
  readonly ci?: CiReading
  /** Repairs of red CI that were tried, oldest first. */
  readonly ci_fixes?: readonly CiFix[]
  /** The base branch has moved since the head was made, and the head has to follow. */
  readonly outdated?: {
    /** The base branch's commit that the head has to follow. */
    readonly base_commit: string
    /** Whether the base only moved, or the head conflicts with it. */
    readonly because: "moved" | "conflict"
  }
  /** Unanswered comments by people who may instruct. */
  readonly requests?: readonly ReviewRequest[]
  /** Requests of people that were answered, oldest first. */
  readonly answered?: readonly AnsweredRequest[]
  /** What only a person can do, and for which head. */
  readonly handed_over?: {
    readonly why: string
    readonly head: string
  }
  /** Why the forge does not show the pull request, where nothing can be told to anyone. */
  readonly gone?: {
    readonly why: string
  }
  readonly merged_commit?: string
  readonly verification?: CheckRun
  /** The base branch commit on which the check was worse. */
  readonly alarm_commit?: string
  /** The draft that reverts the merge; `problem` where none can be made. */
  readonly revert?:
    | {
        readonly url: string
      }
    | {
        readonly problem: string
      }
  readonly ending?: Ending
}

/** A store keeps no other keys of `work`. */
export const WORK_KEYS = [
  "base_commit",
  "report",
  "base_check",
  "plan",
  "plan_sha256",
  "for_person",
  "wishes",
  "approval",
  "outcomes",
  "head",
  "base_head",
  "head_check",
  "report_after",
  "branch",
  "pull_request",
  "pushed_at",
  "self_review",
  "ci",
  "ci_fixes",
  "outdated",
  "requests",
  "answered",
  "handed_over",
  "gone",
  "merged_commit",
  "verification",
  "alarm_commit",
  "revert",
  "ending",
] as const satisfies readonly (keyof RunWork)[]

export interface PersonalTask {
  readonly title: string
  readonly description: string
  /** Files that it is about, relative to the root. */
  readonly files: readonly string[]
}

export interface SubtaskOutcome {
  readonly id: string
  /** `skipped`: the worker tried no change, and says why in `error`. */
  readonly status: "completed" | "failed" | "skipped"
  /** The commit with its change; null without one. */
  readonly commit: string | null
  readonly files: readonly string[]
  /** Why it failed or was skipped, at most 1000 characters. */
  readonly error: string | null
  /** How often critics or the check sent it back before that. */
  readonly rejections: readonly {
    /** The critic that sent it back, or "check". */
    readonly by: string
    /** The file it objected to, relative to the root; "" for none. */
    readonly path: string
  }[]
  /** The check that passed on the change; null without one. */
  readonly proof: SubtaskProof | null
  readonly turns: number
  /** Test files that the plan removed, and how many fewer tests run since. */
  readonly removed_tests?: {
    /** Removed test files, relative to the root. */
    readonly files: readonly string[]
    /** How many fewer tests run. */
    readonly count: number
  }
}

export interface SubtaskProof {
  readonly check: string
  /** Its exit code; null when it had none. */
  readonly exit_code: number | null
  /** Tests that it ran; null when the output does not say. */
  readonly tests_run: number | null
  /** Hash of all that it printed, in hex. */
  readonly output_sha256: string
  /** What weakens it, in words; "" for nothing. */
  readonly caveat: string
}

/** Worst first. */
export const SEVERITIES = ["blocker", "major", "minor", "nit"] as const
export type ReviewSeverity = (typeof SEVERITIES)[number]

export interface ReviewFinding {
  readonly severity: ReviewSeverity
  /** One sentence. */
  readonly summary: string
  /** The file, relative to the root; null when it is about no single file. */
  readonly path: string | null
  /** In the new file, from 1. */
  readonly line: number | null
  readonly readers: number
}

export interface SelfReview {
  readonly head: string
  /** At most 30, worst first. */
  readonly findings: readonly ReviewFinding[]
  /** Where it was posted; null when that failed. */
  readonly url: string | null
  /** Why it is missing or incomplete; null when all went well. */
  readonly error: string | null
}

export interface CiReading {
  readonly head: string
  readonly state: CiState
  readonly why: string
  readonly jobs: readonly FailedJob[]
  /** ISO 8601. */
  readonly looked_at: string
}

export interface CiFix {
  readonly head: string
  readonly mark: FailureMark
  readonly status: FixCiStatus
  /** Full id of the fix's commit; null without a fix. */
  readonly commit: string | null
  readonly tries: number
  readonly why: string
}

export interface ReviewRequest {
  /** "comment:12", "review:3", or "thread:" with the thread and its newest comment. */
  readonly id: string
  /** The thread it stands in; null for a comment on the whole. */
  readonly thread: string | null
  readonly author: string
  /** The file it is about, relative to the root; null for none. */
  readonly path: string | null
  /** The line of that file, from 1; null for none. */
  readonly line: number | null
  /** At most 4000 characters. */
  readonly body: string
}

export interface AnsweredRequest {
  readonly id: string
  /** The commit that fulfils the request; null: nothing was changed. */
  readonly commit: string | null
  readonly answer: string
}

export const ENDINGS = ["merged", "closed", "nothing_to_do", "dry_run", "rejected", "duplicate"] as const
export interface Ending {
  readonly how: (typeof ENDINGS)[number]
  readonly why: string
}

export function isSwitched({ switches }: Pick<PipelineRun, "switches">, name: Switch): boolean {
  return switches.split(",").includes(name)
}
