import type { Proof } from "../protocol/verdict.ts"

/** A check that failed and has not passed since. */
export interface FailingCheck extends Baseline {
  readonly check_id: string
  /** Write epoch at which it failed last, and the effects until then. */
  readonly write_epoch: number
  readonly effects: number
}

/** What a pass of a failing check has to show. */
export interface Baseline {
  /** The most tests that any of its failing runs counted; null while none did. */
  readonly tests_run: number | null
  /** Digests of the ids of all tests that failed since it last passed, the first ones of many. */
  readonly failing_tests: readonly string[]
}

/**
 * What has been proved about the work so far, whatever the knobs say: the current write epoch, the last proof, the checks
 * still failing. Plain bounded JSON.
 */
export interface ProofLedger {
  readonly write_epoch: number
  /** Calls so far that wrote, or may have written. */
  readonly effects: number
  /** A write happened that no accepted verification or passing check has seen. */
  readonly unverified_write: boolean
  readonly proof: Proof | null
  /** Why the last pass proved too little; "" when it did not, or a check has failed since. */
  readonly weakness: string
  readonly failing: readonly FailingCheck[]
  /** Failing checks that are listed no longer, and the last epoch at which one of them failed. */
  readonly forgotten: { readonly count: number; readonly write_epoch: number }
}

export const EMPTY_PROOF_LEDGER: ProofLedger = {
  write_epoch: 0,
  effects: 0,
  unverified_write: false,
  proof: null,
  weakness: "",
  failing: [],
  forgotten: { count: 0, write_epoch: 0 },
}

const MAX_CHECKS = 64
const MAX_TESTS = 256

/** A turn wrote to the workspace: what was proved before is no proof of what is there now. */
export function recordWrite(ledger: ProofLedger): ProofLedger {
  const { write_epoch, effects } = ledger
  return { ...ledger, write_epoch: write_epoch + 1, effects: effects + 1, unverified_write: true }
}

/** A later write of the same turn: the epoch stands, a pass before it in that turn proves nothing any more. */
export function recordLaterWrite(ledger: ProofLedger): ProofLedger {
  return { ...ledger, proof: null, effects: ledger.effects + 1, unverified_write: true }
}

/** A call of which nothing is declared may have written anything: an older proof does not cover that. */
export function recordUnknown(ledger: ProofLedger): ProofLedger {
  return { ...ledger, proof: null, effects: ledger.effects + 1 }
}

/**
 * After another failure: a smaller one, or one that counts nothing, lowers neither the number of tests nor the list of those
 * that failed. @requirement loop.proof.baseline
 */
export function grownBaseline(known: Baseline | undefined, { tests_run, failing_tests }: Baseline): Baseline {
  return {
    tests_run: largest(known?.tests_run ?? null, tests_run),
    failing_tests: [...new Set([...(known?.failing_tests ?? []), ...failing_tests])].slice(0, MAX_TESTS),
  }
}

/** A check failed. */
export function recordFailure(
  ledger: ProofLedger,
  failure: Pick<FailingCheck, "check_id"> & Baseline,
): ProofLedger {
  const { check_id } = failure
  const known = ledger.failing.find((entry) => entry.check_id === check_id)
  const entry = {
    check_id,
    ...grownBaseline(known, failure),
    write_epoch: ledger.write_epoch,
    effects: ledger.effects,
  }
  const failing = [...ledger.failing.filter((other) => other !== known), entry]
  const lost = failing.slice(0, -MAX_CHECKS)
  const { count, write_epoch } = ledger.forgotten
  const forgotten = {
    count: count + lost.length,
    write_epoch: Math.max(write_epoch, ...lost.map((other) => other.write_epoch)),
  }
  return { ...ledger, proof: null, weakness: "", failing: failing.slice(-MAX_CHECKS), forgotten }
}

function largest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other)
}

/** A check passed, not weakly: it proves the current epoch and clears its own failure. */
export function recordPass(ledger: ProofLedger, proof: Omit<Proof, "write_epoch">): ProofLedger {
  return {
    ...ledger,
    unverified_write: false,
    weakness: "",
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
  const stands = ledger.forgotten.write_epoch === ledger.write_epoch
  return recordPass(
    { ...ledger, failing, forgotten: stands ? ledger.forgotten : EMPTY_PROOF_LEDGER.forgotten },
    proof,
  )
}

/** What a proof says of the failure that its check had before. */
export function provedAfter(
  known: FailingCheck | undefined,
  { effects }: ProofLedger,
): Pick<Proof, "tests_before" | "flaky"> {
  if (known === undefined) return {}
  return {
    ...(known.tests_run === null ? {} : { tests_before: known.tests_run }),
    ...(known.effects === effects ? { flaky: true as const } : {}),
  }
}

/** Digests of all tests that are known to fail. */
export function failingTests({ failing }: ProofLedger): readonly string[] {
  return failing.flatMap((check) => check.failing_tests)
}

/** What a pass says of the tests behind it. */
interface Pass {
  readonly tests_run: number | null
  /** Of the tests known to fail before, those that ran, where the output lists all that did; else null. */
  readonly reran: readonly string[] | null
  readonly contradicted: boolean
}

/**
 * Why a pass proves too little: no test ran, its own report speaks of failures, or after a failure of the same check fewer
 * tests ran, an unknown number, or not the failing ones. "" when it proves enough. @requirement repair.weak-pass, loop.proof.weak
 */
export function weaknessOf(known: Baseline | undefined, { tests_run, reran, contradicted }: Pass): string {
  if (tests_run === 0) return "no test ran"
  if (contradicted) return "its own report speaks of failures"
  if (known === undefined) return ""
  const left_out = reran === null ? 0 : known.failing_tests.filter((id) => !reran.includes(id)).length
  if (left_out > 0) return `${left_out} of the tests that had failed did not run`
  if (known.tests_run === null) return ""
  if (tests_run === null) return `it does not say how many tests ran; ${known.tests_run} ran when it failed`
  return tests_run < known.tests_run ? `${tests_run} tests ran, ${known.tests_run} when it failed` : ""
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
    ledger.failing.length === 0 &&
    ledger.forgotten.count === 0
  )
}
