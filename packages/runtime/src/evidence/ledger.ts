import type { Proof } from "../protocol/verdict.ts"

/** A check that failed and has not passed since. */
export interface FailingCheck {
  readonly check_id: string
  readonly tests_run: number | null
  /** Digests of the failing tests' ids. */
  readonly failing_tests: readonly string[]
  /** Write epoch at which it failed last. */
  readonly write_epoch: number
}

/**
 * What has been proved about the work so far, whatever the knobs say: the current write epoch, the last proof, the checks
 * still failing. Plain bounded JSON.
 */
export interface ProofLedger {
  readonly write_epoch: number
  /** A write happened that no accepted verification or passing check has seen. */
  readonly unverified_write: boolean
  readonly proof: Proof | null
  readonly failing: readonly FailingCheck[]
}

export const EMPTY_PROOF_LEDGER: ProofLedger = {
  write_epoch: 0,
  unverified_write: false,
  proof: null,
  failing: [],
}

const MAX_CHECKS = 64

/** A turn wrote to the workspace: what was proved before is no proof of what is there now. */
export function recordWrite(ledger: ProofLedger): ProofLedger {
  return { ...ledger, write_epoch: ledger.write_epoch + 1, unverified_write: true }
}

/** A later write of the same turn: the epoch stands, a pass before it in that turn proves nothing any more. */
export function recordLaterWrite(ledger: ProofLedger): ProofLedger {
  return { ...ledger, proof: null, unverified_write: true }
}

/** A call of which nothing is declared may have written anything: an older proof does not cover that. */
export function recordUnknown(ledger: ProofLedger): ProofLedger {
  return { ...ledger, proof: null }
}

/** A check failed. */
export function recordFailure(ledger: ProofLedger, failure: Omit<FailingCheck, "write_epoch">): ProofLedger {
  const { check_id, tests_run, failing_tests } = failure
  const others = ledger.failing.filter((entry) => entry.check_id !== check_id)
  const entry = { check_id, tests_run, failing_tests, write_epoch: ledger.write_epoch }
  return { ...ledger, proof: null, failing: [...others, entry].slice(-MAX_CHECKS) }
}

/** A check passed, not weakly: it proves the current epoch and clears its own failure. */
export function recordPass(ledger: ProofLedger, proof: Omit<Proof, "write_epoch">): ProofLedger {
  return {
    ...ledger,
    unverified_write: false,
    proof: { ...proof, write_epoch: ledger.write_epoch },
    failing: ledger.failing.filter((entry) => entry.check_id !== proof.check_id),
  }
}

/**
 * The configured verification accepted the work as a whole: failures of earlier epochs are settled. A check that failed on
 * what is there now still stands against it.
 */
export function recordAccept(ledger: ProofLedger, proof: Omit<Proof, "write_epoch">): ProofLedger {
  const failing = ledger.failing.filter((entry) => entry.write_epoch === ledger.write_epoch)
  return recordPass({ ...ledger, failing }, proof)
}

/**
 * Whether a pass proves too little: no test ran, or after a failure of the same check fewer, an unknown number, or not the
 * failing one. @requirement repair.weak-pass, loop.proof.weak
 */
export function isWeakProof(
  known: FailingCheck | undefined,
  tests_run: number | null,
  reran: readonly string[] | null,
): boolean {
  if (tests_run === 0) return true
  if (known === undefined) return false
  if (reran !== null && known.failing_tests.some((id) => !reran.includes(id))) return true
  return known.tests_run !== null && (tests_run === null || tests_run < known.tests_run)
}

/**
 * True only if a check other than a judge passed at the current write epoch and none is failing.
 * @requirement loop.proof
 */
export function isVerified(ledger: ProofLedger): boolean {
  const { proof } = ledger
  return (
    proof !== null &&
    proof.source !== "judge" &&
    proof.write_epoch === ledger.write_epoch &&
    ledger.failing.length === 0
  )
}
