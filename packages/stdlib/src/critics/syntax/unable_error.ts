/** A text could not be looked at, for a reason that is nobody's mistake: a critic answers `unable` with the message. */
export class UnableError extends Error {
  override readonly name = "UnableError"
}
