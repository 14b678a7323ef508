import { errorCode } from "@proofloop/foundation/errors"

/** A file that no importer recognises, something else than a file, or a format without an importer. */
export class SessionFormatError extends Error {
  readonly code = "session_format"
  readonly path: string
  /** The formats there are, where that is the question. */
  readonly formats: readonly string[]
  /** The format nearest to the given name; null when none is near. */
  readonly did_you_mean: string | null

  constructor(details: {
    readonly path: string
    readonly problem: string
    readonly formats: readonly string[]
    readonly did_you_mean?: string | null
  }) {
    const hint = details.did_you_mean ? ` Did you mean "${details.did_you_mean}"?` : ""
    const known = details.formats.length === 0 ? "" : ` Formats: ${details.formats.join(", ")}`
    super(`${details.path}: ${details.problem}.${hint}${known}`)
    this.name = "SessionFormatError"
    this.path = details.path
    this.formats = details.formats
    this.did_you_mean = details.did_you_mean ?? null
  }
}

/** Recognises the error across copies of this package. */
export function isSessionFormatError(value: unknown): value is SessionFormatError {
  return errorCode(value) === "session_format"
}
