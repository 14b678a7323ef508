import { cutCodePoints, redactSecrets } from "@proofloop/foundation/text"

/**
 * `invalid_edits` and `invalid_test`: the proposal is unusable, and the next one is told why. `branch`: the fix
 * branch is not ours to move. `environment`: nothing can run here, whatever is proposed.
 */
type FixErrorKind = "invalid_edits" | "invalid_test" | "branch" | "environment"

/** A fix or its test could not be made; branches and files are unchanged. */
export class FixError extends Error {
  readonly code = "fix_error"
  readonly kind: FixErrorKind
  /** Whether another proposal may do better. */
  readonly is_retryable: boolean

  /** For the kind "environment": only a run of the row's own test reported it. */
  readonly is_told_by_test: boolean

  constructor(
    kind: FixErrorKind,
    message: string,
    { is_told_by_test = false, ...options }: ErrorOptions & { readonly is_told_by_test?: boolean } = {},
  ) {
    super(cutCodePoints(redactSecrets(message), MAX_MESSAGE), options)
    this.name = "FixError"
    this.kind = kind
    this.is_told_by_test = is_told_by_test
    this.is_retryable = kind === "invalid_edits" || kind === "invalid_test"
  }
}

const MAX_MESSAGE = 4000

type PublishRule = "test" | "differential" | "plan" | "review" | "base" | "branch" | "change"

/** A hard rule forbids to publish the fix. Nothing was pushed. @requirement self-correction.publish */
export class PublishError extends Error {
  readonly code = "publish_refused"
  readonly rule: PublishRule

  constructor(rule: PublishRule, message: string) {
    super(`the fix is not published: ${message}`)
    this.name = "PublishError"
    this.rule = rule
  }
}
