/**
 * What went wrong with a forge:
 *
 * - `unreachable`: no connection or answer, a service in trouble
 * - `limit`: too many requests
 * - `credential`: wrong, expired or too weak
 * - `hidden`: the repository itself is absent, or the credential may not see it
 * - `missing`: something in the repository is not found
 * - `no_drafts`: no draft pull requests here
 * - `branch_moved`: somebody else's commit is on the branch
 * - `interrupted`: by the signal
 * - `refused`: anything else
 */
export type ForgeProblem =
  | "unreachable"
  | "limit"
  | "credential"
  | "hidden"
  | "missing"
  | "no_drafts"
  | "branch_moved"
  | "interrupted"
  | "refused"

export class ForgeError extends Error {
  readonly code = "forge_error"
  readonly problem: ForgeProblem
  /** Whether a later try makes sense: no connection, a busy service. */
  readonly retryable: boolean
  /** How long the service asks to wait, at most an hour; null when it does not say. */
  readonly retry_after_ms: number | null

  /** `problem` is by default "unreachable" where a later try makes sense, else "refused". */
  constructor(
    message: string,
    options: ErrorOptions & {
      readonly retryable: boolean
      readonly retry_after_ms?: number | null
      readonly problem?: ForgeProblem
    },
  ) {
    super(message, options)
    this.name = "ForgeError"
    this.problem = options.problem ?? (options.retryable ? "unreachable" : "refused")
    this.retryable = options.retryable
    this.retry_after_ms = options.retry_after_ms ?? null
  }
}
