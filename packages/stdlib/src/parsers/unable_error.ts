/** A text cannot be judged, and the change is not at fault: a critic answers `unable` with the message. */
export class UnableError extends Error {
  override readonly name = "UnableError"
}

/** Whether an error means that judging was impossible. The parsers have their own class, so the name decides. */
export function isUnable(error: unknown): error is Error {
  return error instanceof Error && error.name === "UnableError"
}
