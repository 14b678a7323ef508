import { grownBaseline, weaknessOf } from "../evidence/ledger.ts"
import { isNarrowerCheck } from "./narrower_check.ts"
import { type Evidence, type Slot, BOUNDS } from "./state.ts"

/** Whether the slot has a failure that nothing has cleared. */
export function isLive(slot: Slot): boolean {
  return slot.class === "fail"
}

/**
 * The slot after failing evidence: same signature, streak + 1; another one, a new episode.
 * @requirement repair.fold.failure
 */
export function failSlot(slot: Slot | null, evidence: Evidence, turn: number, write_epoch: number): Slot {
  const same = slot !== null && isLive(slot) && slot.signature === evidence.signature
  const counted = !same || advances(slot, evidence, turn, write_epoch)
  return {
    check_id: evidence.check_id,
    class: "fail",
    signature: evidence.signature,
    snippet: evidence.snippet,
    kind: evidence.kind,
    streak: same ? slot.streak + (counted ? 1 : 0) : 1,
    edit_since_failure: false,
    reverify_owed: false,
    count: evidence.count,
    identities: evidence.identities,
    strong_identities: evidence.strong_identities,
    ...baselineOf(slot, evidence),
    minimum: nextMinimum(slot, evidence),
    narrower: slot === null ? [] : slot.narrower,
    environment_streak:
      evidence.kind === "environment"
        ? nextInRow("environment_streak", { slot, evidence, turn, write_epoch })
        : 0,
    timeout_streak:
      evidence.kind === "timeout" ? nextInRow("timeout_streak", { slot, evidence, turn, write_epoch }) : 0,
    last_turn: turn,
    trips: same ? slot.trips : 0,
    last_trip_streak: same ? slot.last_trip_streak : 0,
    ...verdictMark(slot, { evidence, same, turn, write_epoch }),
  }
}

/** The same failure seen through a narrower check: streak + 1, signature and set kept, never a new minimum. */
export function narrowerFailSlot(slot: Slot, evidence: Evidence, turn: number): Slot {
  const narrower = slot.narrower.includes(evidence.check_id)
    ? slot.narrower
    : [...slot.narrower, evidence.check_id].slice(-BOUNDS.slots)
  return {
    ...slot,
    streak: slot.streak + (slot.last_turn === turn ? 0 : 1),
    edit_since_failure: false,
    reverify_owed: false,
    narrower,
    last_turn: turn,
  }
}

/** The slot after a pass: nothing failing, nothing owed. @requirement repair.fold.pass */
export function passSlot(slot: Slot | null, evidence: Evidence, turn: number): Slot {
  return {
    check_id: slot?.check_id ?? evidence.check_id,
    class: "pass",
    signature: evidence.signature,
    snippet: "",
    kind: evidence.kind,
    streak: 0,
    edit_since_failure: false,
    reverify_owed: false,
    count: 0,
    identities: [],
    strong_identities: null,
    tests_run: evidence.tests_run,
    failing_tests: [],
    minimum: null,
    narrower: [],
    environment_streak: 0,
    timeout_streak: 0,
    last_turn: turn,
    trips: 0,
    last_trip_streak: 0,
    verdict_epoch: -1,
    verdict_confirmed: false,
  }
}

/**
 * A pass that proves too little for the slot's failure; one that counts no tests is none by that alone.
 * @requirement repair.weak-pass
 */
export function isWeakPass(slot: Slot | null, evidence: Evidence): boolean {
  if (slot === null || !isLive(slot)) return weaknessOf(undefined, evidence) !== ""
  return weaknessOf(evidence.tests_run === null ? { ...slot, tests_run: null } : slot, evidence) !== ""
}

/** Whether every failure of a narrower check's `evidence` is a strongly identified one of the slot's live set. */
export function isNarrowerFailure(slot: Slot, evidence: Evidence): boolean {
  if (!isLive(slot) || !isNarrowerCheck(evidence.check_id, slot.check_id)) return false
  const { strong_identities } = slot
  if (strong_identities === null || evidence.strong_identities === null) return false
  if (evidence.strong_identities.length === 0) return false
  return evidence.strong_identities.every((identity) => strong_identities.includes(identity))
}

/** A slot counts once a turn; a forced verdict and the model's own run, at one write epoch, count once between them. */
function advances(slot: Slot, evidence: Evidence, turn: number, write_epoch: number): boolean {
  if (slot.last_turn === turn) return false
  if (evidence.origin === "verdict") return slot.verdict_epoch !== write_epoch
  return slot.verdict_epoch !== write_epoch || slot.verdict_confirmed
}

/** A row of failures of one kind is counted as a streak is, whatever each of them says. */
function nextInRow(
  row: "environment_streak" | "timeout_streak",
  {
    slot,
    evidence,
    turn,
    write_epoch,
  }: {
    readonly slot: Slot | null
    readonly evidence: Evidence
    readonly turn: number
    readonly write_epoch: number
  },
): number {
  if (slot === null || !isLive(slot) || slot[row] === 0) return 1
  return slot[row] + (advances(slot, evidence, turn, write_epoch) ? 1 : 0)
}

function verdictMark(
  slot: Slot | null,
  {
    evidence,
    same,
    turn,
    write_epoch,
  }: {
    readonly evidence: Evidence
    readonly same: boolean
    readonly turn: number
    readonly write_epoch: number
  },
): Pick<Slot, "verdict_epoch" | "verdict_confirmed"> {
  if (!same || slot === null) {
    return { verdict_epoch: evidence.origin === "verdict" ? write_epoch : -1, verdict_confirmed: false }
  }
  const marked = slot.verdict_epoch === write_epoch
  if (evidence.origin === "result") return { verdict_epoch: slot.verdict_epoch, verdict_confirmed: marked }
  if (marked) return { verdict_epoch: write_epoch, verdict_confirmed: slot.verdict_confirmed }
  return { verdict_epoch: write_epoch, verdict_confirmed: slot.last_turn === turn }
}

/** What a pass will have to show, which only grows while the check fails. */
function baselineOf(slot: Slot | null, evidence: Evidence): Pick<Slot, "tests_run" | "failing_tests"> {
  const { tests_run, failing_tests } = grownBaseline(
    slot !== null && isLive(slot) ? slot : undefined,
    evidence,
  )
  return { tests_run, failing_tests: failing_tests.slice(0, BOUNDS.signatures) }
}

function nextMinimum(slot: Slot | null, evidence: Evidence): number | null {
  const before = slot !== null && isLive(slot) ? slot.minimum : null
  if (!evidence.structured) return before
  return before === null ? evidence.count : Math.min(before, evidence.count)
}
