import type { Proof } from "../protocol/verdict.ts"
import { blankSlot, putSlot, slotOf } from "./slot.ts"
import { BOUNDS, type DetectorState, type Draft, type Evidence, INITIAL_STATE, type Slot } from "./state.ts"

/** The tests of a check's failing runs, as far as they are known. */
export type Baseline = Pick<Slot, "tests_run" | "failing_tests">

/** A proof, but for what the failure model knows of the check. */
export type ProofOf = Omit<Proof, "write_epoch" | "check_id" | "tests_run" | "tests_before" | "flaky">

/** The turn wrote: what was proved before is no proof of what is there now. A later write of the turn keeps its epoch. */
export function noteWrite(draft: Draft, is_first: boolean): void {
  const { work } = draft
  const write_epoch = work.write_epoch + (is_first ? 1 : 0)
  draft.work = { ...work, write_epoch, effects: work.effects + 1, unverified_write: true, proof: null }
}

/** A call of which nothing is declared may have written anything: an older proof does not cover that. */
export function noteUnknownEffect(draft: Draft): void {
  draft.work = { ...draft.work, proof: null, effects: draft.work.effects + 1 }
}

/**
 * What a pass of the check will have to show. What a failure that proves nothing said binds no pass that proves something.
 * @requirement loop.proof.baseline
 */
export function baselineOf(
  { slots }: Pick<DetectorState, "slots">,
  check_id: string,
  proves: boolean,
): Baseline | undefined {
  const slot = slotOf(slots, check_id)
  return slot === undefined || (proves && slot.standing === null) ? undefined : slot
}

/**
 * A check failed. A smaller failure, or one that counts nothing, lowers neither the number of tests nor the list of those
 * that failed; one that `proves` stands against the work until the check passes.
 */
export function noteFailing(draft: Draft, evidence: Evidence, proves: boolean): void {
  const { check_id } = evidence
  const slot = slotOf(draft.slots, check_id) ?? blankSlot(check_id)
  if (slot.standing !== null && !proves) return
  const { work } = draft
  const baseline = grownBaseline(baselineOf(draft, check_id, proves), evidence)
  const { write_epoch, effects } = work
  putSlot(draft, { ...slot, ...baseline, standing: proves ? { write_epoch, effects } : null })
  if (proves) draft.work = { ...draft.work, proof: null, weakness: "" }
}

/** A check passed and proves too little: what it proves is told, and nothing else changes. */
export function noteWeakPass(draft: Draft, { weakness }: Evidence): void {
  draft.work = { ...draft.work, weakness }
}

/** A check passed, not weakly: it clears its own failure, and with a `proof` it proves the work as it is. */
export function notePassing(draft: Draft, { check_id, tests_run }: Evidence, proof: ProofOf | null): void {
  const slot = slotOf(draft.slots, check_id)
  const { work } = draft
  if (slot !== undefined) putSlot(draft, settled(slot))
  if (proof === null) return
  const proved: Proof = {
    ...proof,
    check_id,
    ...(tests_run === null ? {} : { tests_run }),
    ...(slot === undefined ? {} : provedAfter(slot, work.effects)),
    write_epoch: work.write_epoch,
  }
  draft.work = { ...work, unverified_write: false, weakness: "", proof: proved }
}

/**
 * The configured verification accepted the work as a whole: failures of earlier epochs are settled. A check that failed on
 * what is there now still stands against it.
 */
export function settleEarlierFailures(draft: Draft): void {
  const { work } = draft
  const isEarlier = ({ standing }: Slot): boolean =>
    standing !== null && standing.write_epoch !== work.write_epoch
  draft.slots = draft.slots.map((slot) => (isEarlier(slot) ? settled(slot) : slot))
  if (work.forgotten.write_epoch === work.write_epoch) return
  draft.work = { ...work, forgotten: INITIAL_STATE.work.forgotten }
}

/** A judge accepted: no proof, but what the run goes by where there is none of this epoch. */
export function noteJudged(draft: Draft, check_id: string, proof: ProofOf): void {
  const { work } = draft
  if (work.proof?.write_epoch === work.write_epoch) return
  draft.work = { ...work, proof: { ...proof, check_id, write_epoch: work.write_epoch } }
}

/**
 * True only if a check other than a judge passed at the current write epoch and none is failing.
 * @requirement loop.proof
 */
export function isVerified({ slots, work }: Pick<DetectorState, "slots" | "work">): boolean {
  const { proof, forgotten, write_epoch } = work
  return (
    proof !== null &&
    proof.source !== "judge" &&
    proof.write_epoch === write_epoch &&
    forgotten.count === 0 &&
    slots.every(({ standing }) => standing === null)
  )
}

/** What a pass says of the tests behind it. */
interface Pass {
  readonly tests_run: number | null
  /** Digests of the tests that ran, where the output lists them all; else null. */
  readonly ran: readonly string[] | null
  readonly contradicted: boolean
}

/**
 * Why a pass proves too little: no test ran, its own report speaks of failures, or after a failure of the same check fewer
 * tests ran, an unknown number, or not the failing ones. "" when it proves enough. @requirement repair.weak-pass, loop.proof.weak
 */
export function weaknessOf(known: Baseline | undefined, { tests_run, ran, contradicted }: Pass): string {
  if (tests_run === 0) return "no test ran"
  if (contradicted) return "its own report speaks of failures"
  if (known === undefined) return ""
  const left_out = ran === null ? 0 : known.failing_tests.filter((id) => !ran.includes(id)).length
  if (left_out > 0) return `${left_out} of the tests that had failed did not run`
  if (known.tests_run === null) return ""
  if (tests_run === null) return `it does not say how many tests ran; ${known.tests_run} ran when it failed`
  return tests_run < known.tests_run ? `${tests_run} tests ran, ${known.tests_run} when it failed` : ""
}

function grownBaseline(known: Baseline | undefined, { tests_run, failing_tests }: Evidence): Baseline {
  return {
    tests_run: largest(known?.tests_run ?? null, tests_run),
    failing_tests: [...new Set([...(known?.failing_tests ?? []), ...failing_tests])].slice(0, BOUNDS.tests),
  }
}

function largest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other)
}

function settled(slot: Slot): Slot {
  return { ...slot, tests_run: null, failing_tests: [], standing: null }
}

/** What a proof says of the failure that its check had before. */
function provedAfter({ tests_run, standing }: Slot, effects: number): Pick<Proof, "tests_before" | "flaky"> {
  if (standing === null) return {}
  return {
    ...(tests_run === null ? {} : { tests_before: tests_run }),
    ...(standing.effects === effects ? { flaky: true as const } : {}),
  }
}
