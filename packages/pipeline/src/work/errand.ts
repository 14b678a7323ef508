import type { CheckRun } from "../check/run_check.ts"
import type { SubtaskOutcome } from "../run.ts"

/** What one run of the loop is to do. */
export interface Errand {
  /** "T001-S01", or the id of a comment. */
  readonly id: string
  readonly title: string
  /** What the model is told. */
  readonly prompt: string
  /** Build manifests that it may change. */
  readonly manifests: readonly string[]
  /** Test files that it may take away, whole. Default none. */
  readonly removals?: readonly string[] | undefined
  /** The repository's check on the commit that it starts from; null: there is none. */
  readonly before: CheckRun | null
}

export interface ErrandOutcome extends Omit<SubtaskOutcome, "id"> {
  /** The check on its commit; null without a commit, and where there is no check. */
  readonly after: CheckRun | null
}
