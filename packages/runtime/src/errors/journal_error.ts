import { errorCode } from "@proofloop/foundation/errors"

export type JournalProblem =
  /** The file, or the record named, is not a journal of this library. */
  | "not_a_journal"
  /** Its records differ from those that were written, or from those that a head was kept of. */
  | "altered"
  /** Somebody else cut, replaced or deleted its file while the run went on. */
  | "lost"
  /** It was written under another schema. */
  | "version"
  /** There is a run in it already. */
  | "exists"
  /** Another process works with it. */
  | "locked"
  /** Configuration, flag or tools are not the recorded ones. */
  | "mismatch"
  /** The run asked for another effect than the one recorded. */
  | "diverged"

/** A journal that cannot be written to, or a run that cannot be resumed from it. */
export class JournalError extends Error {
  readonly code: `journal_${JournalProblem}`

  constructor(problem: JournalProblem, message: string) {
    super(message)
    this.name = "JournalError"
    this.code = `journal_${problem}`
  }
}

/** Recognises the error across copies of this package. */
export function isJournalError(value: unknown): value is JournalError {
  return errorCode(value).startsWith("journal_")
}
