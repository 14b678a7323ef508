import { errorCode } from "@proofloop/foundation/errors"

/**
 * - verdict_invalid: the given value is not a verdict; nothing was written
 * - verdict_ledger_invalid: the file is damaged, was changed, or is not a ledger; none of its verdicts may count
 * - ledger_busy: somebody else has been writing for too long
 */
export type LedgerProblem = "verdict_invalid" | "verdict_ledger_invalid" | "ledger_busy"

export class LedgerError extends Error {
  /** The kind of problem, for code that decides by it. */
  readonly code: LedgerProblem
  /** Line of the file, from 1; null where it concerns none. */
  readonly line: number | null

  constructor(code: LedgerProblem, message: string, { line = null }: { readonly line?: number | null } = {}) {
    super(message)
    this.name = "LedgerError"
    this.code = code
    this.line = line
  }
}

/** Recognises the error across copies of this package. */
export function isLedgerError(value: unknown): value is LedgerError {
  return ["verdict_invalid", "verdict_ledger_invalid", "ledger_busy"].includes(errorCode(value))
}
