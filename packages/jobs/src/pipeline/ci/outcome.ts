import type { Check } from "../../forge/checks.ts"

export type CiState = "pending" | "green" | "red" | "no_runs" | "timeout" | "needs_person"

export type FailedJob = Pick<Check, "name" | "told" | "summary" | "url" | "log_id">

export interface CiOutcome {
  readonly state: CiState
  /** The failed ones, by name; also while others are pending. */
  readonly jobs: readonly FailedJob[]
  /** In sentences, without a full stop at the end. */
  readonly why: string
  /** When to look again, in milliseconds since the Unix epoch; null: it is decided. */
  readonly next_look_at: number | null
}
