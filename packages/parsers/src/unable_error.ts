/** A text cannot be judged, through no fault of its own. Hosts know this error by its name. */
export class UnableError extends Error {
  override readonly name = "UnableError"
}
