import { errorCode } from "@proofloop/foundation/errors"

/**
 * verdict_invalid: what was to be written is not a verdict; nothing was written. verdict_ledger_invalid: the file is damaged, was
 * changed, or is no ledger; no verdict of it may count. ledger_busy: somebody else has been writing for too long.
 */
export type LedgerProblem = "verdict_invalid" | "verdict_ledger_invalid" | "ledger_busy"

/** Why a ledger did not do what it was asked to. Nothing was written. */
export class LedgerError extends Error {
  readonly code: LedgerProblem
  /** Of the file, from 1; null where it is about none. */
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
