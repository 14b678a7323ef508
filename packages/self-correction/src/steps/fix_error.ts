import { redactSecrets, cutCodePoints } from "@proofloop/foundation/text"

/**
 * `invalid_edits` and `invalid_test`: the proposal is unusable, and the message tells the next one why. `branch`: the fix
 * branch is not ours to move. `environment`: nothing can be run here, whatever is proposed.
 */
export type FixErrorKind = "invalid_edits" | "invalid_test" | "branch" | "environment"

/** A fix or its test could not be made; branches and files are as they were. */
export class FixError extends Error {
  readonly code = "fix_error"
  readonly kind: FixErrorKind
  /** Whether another proposal may do better. */
  readonly is_retryable: boolean

  constructor(kind: FixErrorKind, message: string, options: ErrorOptions = {}) {
    super(cutCodePoints(redactSecrets(message), MAX_MESSAGE), options)
    this.name = "FixError"
    this.kind = kind
    this.is_retryable = kind === "invalid_edits" || kind === "invalid_test"
  }
}

const MAX_MESSAGE = 4000
