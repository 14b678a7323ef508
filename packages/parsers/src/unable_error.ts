/** A text cannot be judged, and the text is not at fault. Hosts recognise this error by its name. */
export class UnableError extends Error {
  override readonly name = "UnableError"
}
