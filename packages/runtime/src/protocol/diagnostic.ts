/** The kind of failure; no edit can fix an `environment` one. */
export type DiagnosticKind =
  | "test"
  | "build"
  | "type"
  | "lint"
  | "runtime"
  | "timeout"
  | "environment"
  | "edit_rejected"

/** Where a failure is. */
export interface DiagnosticLocation {
  /** Path of the file, as the report gives it; below the workspace root, relative to it. */
  readonly path: string
  /** Line, counted from 1. */
  readonly line?: number | undefined
  /** Column, counted from 1. */
  readonly column?: number | undefined
}

/** One structured failure. `test_id`, or `code` with a path, identifies it across runs. */
export interface Diagnostic extends FoundDiagnostic {
  /** The check that reported it. */
  readonly check_id: string
}

/** A failure before its check is known. */
export interface FoundDiagnostic {
  /** What sort of failure it is. */
  readonly kind: DiagnosticKind
  /** Code of the rule or error, such as `TS2322`. */
  readonly code?: string | undefined
  /** What is wrong, in the words of the check. */
  readonly message: string
  /** Where it is, if the check says so. */
  readonly location?: DiagnosticLocation | undefined
  /** The failing test, as the report names it. */
  readonly test_id?: string | undefined
}
