import { errorCode } from "@proofloop/foundation/errors"

export type FixtureProblem = "eval_no_fixtures" | "eval_fixture_invalid"

/** Fixtures that are not there, or that cannot be read; the message names the file and the field. */
export class FixtureError extends Error {
  readonly code: FixtureProblem

  constructor(code: FixtureProblem, message: string) {
    super(message)
    this.name = "FixtureError"
    this.code = code
  }
}

/** Recognises the error across copies of this package. */
export function isFixtureError(value: unknown): value is FixtureError {
  return ["eval_no_fixtures", "eval_fixture_invalid"].includes(errorCode(value))
}
