import type { DiagnosticKind } from "./diagnostic.ts"

/** One live failure of one check. */
export interface LiveFailure {
  readonly class: "fail"
  readonly signature: string
  readonly snippet: string
  readonly same_diagnostic_streak: number
  readonly kind: DiagnosticKind
  readonly check_id: string
}

/** What is failing, handed back with every unsuccessful ending that has a live failure. */
export interface CurrentFailure extends LiveFailure {
  readonly others: readonly LiveFailure[]
}
