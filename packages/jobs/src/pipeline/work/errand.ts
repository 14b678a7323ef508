import type { CheckRun } from "../check/run_check.ts"
import type { SubtaskOutcome } from "../run.ts"

export interface Errand {
  /** "T001-S01", or the id of a comment. */
  readonly id: string
  readonly title: string
  /** Its commit is kept on the forge by this name, below that of the run. */
  readonly ref: string
  readonly prompt: string
  readonly manifests: readonly string[]
  /** Test files that it may remove as a whole. Default none. */
  readonly removals?: readonly string[] | undefined
  /** The repository's check on its start commit; null: there is none. */
  readonly before: CheckRun | null
}

export interface ErrandOutcome extends Omit<SubtaskOutcome, "id"> {
  /** The check on its commit; null without a commit, or without a check. */
  readonly after: CheckRun | null
}
