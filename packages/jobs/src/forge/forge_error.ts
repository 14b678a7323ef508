/**
 * What stands in the way of a forge:
 * `unreachable` no connection, no answer in time, a service in trouble; `limit` too many requests; `credential` it is wrong,
 * expired or not enough; `missing` what was asked for is not there; `no_drafts` this repository has no draft pull requests;
 * `branch_moved` somebody else's commit is on the branch; `interrupted` by the signal; `refused` anything else.
 */
export type ForgeProblem =
  | "unreachable"
  | "limit"
  | "credential"
  | "missing"
  | "no_drafts"
  | "branch_moved"
  | "interrupted"
  | "refused"

/** Why a forge did not do what it was asked to. */
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
