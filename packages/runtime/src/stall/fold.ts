import { deltaOf } from "../evidence/delta.ts"
import { forgetEdits, forgetFailures, noteFailure, noteRejectedEdit } from "./alternation.ts"
import type { CoreConfig } from "./core_knobs.ts"
import {
  blankSlot,
  failSlot,
  isLive,
  isNarrowerFailure,
  narrowerFailSlot,
  NOTHING_TO_SHOW,
  passSlot,
  putSlot,
  putSlotLast,
  slotOf,
  suspectSlot,
} from "./slot.ts"
import { BOUNDS, type Draft, type Evidence, type Recurrence, type Slot, type TurnEvidence } from "./state.ts"

/** What one fold did, for the patterns that look at it. */
export interface FoldOutcome {
  /** Check ids whose failure was seen again or anew in this fold. */
  readonly failed: readonly string[]
  /** Check ids whose streak grew in this fold. */
  readonly grew: readonly string[]
  readonly passed: boolean
  /** A check has fewer failures than ever since it last passed. */
  readonly improved: boolean
}

/**
 * Folds one completed turn into the failure model: the write first, then the results in call order, then the verdicts
 * @requirement repair.fold, repair.slots
 */
export function foldTurn(draft: Draft, turn: TurnEvidence, config: CoreConfig): FoldOutcome {
  const counted =
    turn.same_turn === true && draft.slots.some((slot) => isLive(slot) && slot.last_turn === draft.turn)
  if (turn.same_turn !== true) draft.turns_since_clean_verify += 1
  const failed: string[] = []
  const grew: string[] = []
  let passed = false
  let improved = false
  if (turn.made_edit) foldWrite(draft)
  else if (turn.may_have_edited) foldUnknownEdit(draft)
  if (turn.rejected_edit !== null) noteRejectedEdit(draft, turn.rejected_edit)
  for (const evidence of [...turn.evidence, ...turn.verdicts]) {
    if (evidence === "accept") {
      clearSlots(draft)
      passed = true
    } else if (evidence.guessed && !foldGuess(draft, evidence)) {
      continue
    } else if (evidence.class === "fail") {
      const outcome = foldFailure(draft, evidence)
      failed.push(outcome.check_id)
      if (outcome.grew) grew.push(outcome.check_id)
      improved ||= outcome.improved
    } else if (foldPass(draft, evidence, config)) {
      passed = true
    }
  }
  const counts =
    config.hard_cap_counts === "failing_turns" || failed.some((check_id) => wasSeen(draft, check_id))
  if (failed.length > 0) draft.failing_verify_turns += counted || !counts ? 0 : 1
  else if (passed && !draft.slots.some(isLive)) {
    draft.failing_verify_turns = 0
    draft.turns_since_clean_verify = 0
    draft.verified_write_epoch = draft.write_epoch
  }
  showLiveSlot(draft)
  return { failed, grew, passed, improved }
}

/**
 * Clears every slot: a success reports no failure. Signature and snippet stay on record.
 * @requirement repair.clear
 */
export function clearFailures(draft: Draft): void {
  draft.slots = draft.slots.map((slot) => ({
    ...slot,
    class: isFolded(slot) ? "pass" : slot.class,
    streak: 0,
    reverify_owed: false,
    ...NOTHING_TO_SHOW,
  }))
  draft.last_diagnostic_class = "pass"
  draft.same_diagnostic_streak = 0
  draft.reverify_owed = false
  draft.last_diagnostic_delta_status = "cleared"
  draft.failing_verify_turns = 0
  draft.verified_write_epoch = draft.write_epoch
}

/** Failures stay, and every count of them starts over: the next runs see other sources. @requirement repair.bisect */
export function startFailuresOver(draft: Draft): void {
  draft.slots = draft.slots.map((slot) =>
    isLive(slot) ? { ...slot, streak: 0, timeout_streak: 0, trips: 0, last_trip_streak: 0 } : slot,
  )
  draft.recurrences = []
  draft.alternations = []
  draft.failing_verify_turns = 0
  showLiveSlot(draft)
}

/** An accepted verdict settles the debt of every edit so far, and nothing else. @requirement repair.verdict.base */
export function forgiveReverify(draft: Draft): void {
  draft.slots = draft.slots.map((slot) => (slot.reverify_owed ? { ...slot, reverify_owed: false } : slot))
  showLiveSlot(draft)
}

/** Whether a pass proves too little to clear anything. */
export function isTooWeak({ weakness }: Evidence, config: CoreConfig): boolean {
  return weakness !== "" && config.weak_pass === "keep"
}

/** The live slot that failed last, or null. */
export function liveSlot(slots: readonly Slot[]): Slot | null {
  return slots.findLast(isLive) ?? null
}

function foldWrite(draft: Draft): void {
  draft.write_epoch += 1
  forgetEdits(draft)
  draft.slots = draft.slots.map((slot) =>
    isLive(slot) || slot.class === "suspect"
      ? { ...slot, edit_since_failure: true, reverify_owed: !slot.guessed }
      : slot,
  )
}

/** Enough to show that a call is a check in effect, but no edit on top of a failure. */
function foldUnknownEdit(draft: Draft): void {
  draft.slots = draft.slots.map((slot) =>
    slot.class === "suspect" ? { ...slot, edit_since_failure: true } : slot,
  )
}

/**
 * A call that nothing declares to be a check is one in effect once it has failed before and after an edit. Whether the
 * evidence counts as that of a check.
 */
function foldGuess(draft: Draft, evidence: Evidence): boolean {
  const slot = slotOf(draft.slots, evidence.check_id)
  if (slot !== undefined && !slot.guessed) return false
  if (evidence.class === "pass") {
    if (slot?.class === "suspect") draft.slots = draft.slots.filter((other) => other !== slot)
    else if (slot !== undefined) putSlotLast(draft, passSlot(slot, evidence, draft.turn))
    return false
  }
  const was_suspect = slot === undefined || slot.class === "suspect"
  if (slot === undefined || (was_suspect && !slot.edit_since_failure)) {
    putSlotLast(draft, suspectSlot(evidence, draft.turn, draft.write_epoch))
    return false
  }
  if (was_suspect) {
    const failed: Slot = { ...slot, class: "fail" }
    putSlot(draft, failed)
    countRecurrence(draft, failed, false)
    noteFailure(draft, failed)
  }
  return true
}

function foldFailure(
  draft: Draft,
  evidence: Evidence,
): { check_id: string; grew: boolean; improved: boolean } {
  const own = slotOf(draft.slots, evidence.check_id) ?? blankSlot(evidence.check_id)
  const wider = isLive(own) ? undefined : draft.slots.find((slot) => isNarrowerFailure(slot, evidence))
  const before = wider ?? own
  const after =
    wider === undefined
      ? failSlot(own, evidence, draft.turn, draft.write_epoch)
      : narrowerFailSlot(wider, evidence, draft.turn)
  draft.last_diagnostic_delta_status = isLive(before) ? deltaOf(before, after) : "initialized"
  putSlotLast(draft, after)
  const fresh = !isLive(before)
  const grew = fresh || after.streak > before.streak
  const improved = wider === undefined && hasImproved(before, after)
  if (improved) forgetFailures(draft, after.check_id)
  if (grew || after.signature !== before.signature) countRecurrence(draft, after, improved)
  noteFailure(draft, after)
  return { check_id: after.check_id, grew, improved }
}

function hasNarrower({ narrower }: Slot, check_id: string): boolean {
  return narrower.some((known) => known.check_id === check_id)
}

function foldPass(draft: Draft, evidence: Evidence, config: CoreConfig): boolean {
  const { check_id } = evidence
  const own = slotOf(draft.slots, check_id) ?? blankSlot(check_id)
  if (isTooWeak(evidence, config)) return false
  draft.slots = draft.slots.map((slot) =>
    hasNarrower(slot, check_id) && config.weak_pass === "clear" ? passSlot(slot, evidence, draft.turn) : slot,
  )
  const wider_live = draft.slots.some((slot) => isLive(slot) && hasNarrower(slot, check_id))
  if (wider_live && own.class === "") return false
  draft.last_diagnostic_delta_status = "cleared"
  draft.recurrences = draft.recurrences.filter((entry) => entry.check_id !== check_id)
  forgetFailures(draft, check_id)
  putSlotLast(draft, passSlot(own, evidence, draft.turn))
  return true
}

function clearSlots(draft: Draft): void {
  draft.slots = draft.slots.map((slot) => (isLive(slot) ? { ...slot, ...CLEARED } : slot))
  draft.recurrences = []
  draft.alternations = []
  draft.last_diagnostic_delta_status = "cleared"
}

const CLEARED = {
  class: "pass",
  snippet: "",
  streak: 0,
  edit_since_failure: false,
  reverify_owed: false,
  minimum: null,
  trips: 0,
  last_trip_streak: 0,
} as const

function hasImproved(before: Slot, after: Slot): boolean {
  return isLive(before) && before.minimum !== null && (after.minimum ?? before.minimum) < before.minimum
}

/** A new minimum of the failing set is real progress: the check's recurrences start over. */
function countRecurrence(draft: Draft, after: Slot, improved: boolean): void {
  const kept: readonly Recurrence[] = improved
    ? draft.recurrences.filter((entry) => entry.check_id !== after.check_id)
    : draft.recurrences
  const found = kept.find((entry) => entry.check_id === after.check_id && entry.signature === after.signature)
  const entry: Recurrence = found
    ? { ...found, count: found.count + 1 }
    : { check_id: after.check_id, signature: after.signature, count: 1, trips: 0 }
  draft.recurrences = [...kept.filter((other) => other !== found), entry].slice(-BOUNDS.signatures)
}

/** Whether the check's present failure was seen before, since its last pass or real progress. */
function wasSeen({ slots, recurrences }: Draft, check_id: string): boolean {
  const slot = slotOf(slots, check_id)
  const seen = recurrences.find((entry) => entry.check_id === check_id && entry.signature === slot?.signature)
  return (seen?.count ?? 0) > 1
}

function isFolded({ class: outcome }: Slot): boolean {
  return outcome === "pass" || outcome === "fail"
}

function showLiveSlot(draft: Draft): void {
  const slot = liveSlot(draft.slots)
  const last = draft.slots.findLast(isFolded)
  draft.last_diagnostic_class = slot === null ? (last === undefined ? "" : "pass") : "fail"
  draft.last_diagnostic_signature = (slot ?? last)?.signature ?? ""
  draft.last_diagnostic_snippet = slot?.snippet ?? ""
  draft.same_diagnostic_streak = slot?.streak ?? 0
  draft.edit_since_failure = slot?.edit_since_failure ?? false
  draft.reverify_owed = slot?.reverify_owed ?? false
}
