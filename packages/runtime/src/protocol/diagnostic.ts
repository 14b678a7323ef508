/** What sort of failure it is; `environment` is one that no edit can fix. */
export type DiagnosticKind =
  | "test"
  | "build"
  | "type"
  | "lint"
  | "runtime"
  | "timeout"
  | "environment"
  | "edit_rejected"

export interface DiagnosticLocation {
  readonly path: string
  readonly line?: number | undefined
  readonly column?: number | undefined
}

/** One structured failure. `test_id`, or `code` with a path, identifies it across runs. */
export interface Diagnostic {
  readonly check_id: string
  readonly kind: DiagnosticKind
  readonly code?: string | undefined
  readonly message: string
  readonly location?: DiagnosticLocation | undefined
  readonly test_id?: string | undefined
}
