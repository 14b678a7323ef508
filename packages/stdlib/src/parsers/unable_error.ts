/** A text cannot be judged, through no fault of the change: a critic answers `unable` with the message. */
export class UnableError extends Error {
  override readonly name = "UnableError"
}

/** Whether somebody could not look. The parsers have a class of their own, so that the name decides. */
export function isUnable(error: unknown): error is Error {
  return error instanceof Error && error.name === "UnableError"
}
