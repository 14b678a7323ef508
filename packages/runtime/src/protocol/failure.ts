import type { DiagnosticKind } from "./diagnostic.ts"

/** One live failure of one check. */
export interface LiveFailure {
  /** Always `fail`. */
  readonly class: "fail"
  /** Identifies the failure: two failures with the same signature are the same. */
  readonly signature: string
  /** The part of the output that shows it, shortened and without secrets. */
  readonly snippet: string
  /** Times in a row that the check failed with this signature. */
  readonly same_diagnostic_streak: number
  /** The kind of failure; no edit can fix an `environment` one. */
  readonly kind: DiagnosticKind
  /** The check that fails. */
  readonly check_id: string
}

/** What is failing, handed back with every unsuccessful ending that has a live failure. */
export interface CurrentFailure extends LiveFailure {
  /** The other checks that fail at the same time. */
  readonly others: readonly LiveFailure[]
}
