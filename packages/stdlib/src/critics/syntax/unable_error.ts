/** A text cannot be judged, through no fault of the change: a critic answers `unable` with the message. */
export class UnableError extends Error {
  override readonly name = "UnableError"
}
