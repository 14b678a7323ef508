import { isNarrowerCheck } from "./check_scope.ts"
import { BOUNDS, type Draft, type Evidence, NO_CHANGES, type Slot } from "./state.ts"

/** For a check that passed, or never failed: a pass has nothing to show. */
export const NOTHING_TO_SHOW = {
  tests_run: null,
  failing_tests: [],
  test_files: [],
  test_file_changed: false,
  standing: null,
} as const

/** A check of which nothing is known. */
export function blankSlot(check_id: string): Slot {
  return {
    check_id,
    class: "",
    guessed: false,
    signature: "",
    snippet: "",
    kind: "runtime",
    streak: 0,
    edit_since_failure: false,
    reverify_owed: false,
    count: 0,
    identities: [],
    strong_identities: null,
    minimum: null,
    narrower: [],
    timeout_streak: 0,
    last_turn: 0,
    trips: 0,
    last_trip_streak: 0,
    verdict_epoch: -1,
    verdict_confirmed: false,
    first_seen: NO_CHANGES,
    last_seen: NO_CHANGES,
    ...NOTHING_TO_SHOW,
  }
}

export function slotOf(slots: readonly Slot[], check_id: string): Slot | undefined {
  return slots.find((slot) => slot.check_id === check_id)
}

/** Puts a slot in the place of its check's earlier one. A new slot goes last, and past the bound replaces another. */
export function putSlot(draft: Draft, slot: Slot): void {
  const index = draft.slots.findIndex(({ check_id }) => check_id === slot.check_id)
  if (index === -1) putSlotLast(draft, slot)
  else draft.slots = draft.slots.with(index, slot)
}

/**
 * Puts a slot last (most recent). Past the bound a slot without a failure goes first, else the oldest; what stands
 * against the work is kept.
 */
export function putSlotLast(draft: Draft, slot: Slot): void {
  const others = draft.slots.filter(({ check_id }) => check_id !== slot.check_id)
  if (others.length >= BOUNDS.slots) {
    const idle = others.findIndex((other) => !isLive(other) && other.standing === null)
    for (const { standing } of others.splice(Math.max(idle, 0), 1)) {
      if (standing !== null) forget(draft, standing.write_epoch)
    }
  }
  draft.slots = [...others, slot]
}

/** A call that may be a check failed, for the first time or once more without an edit between. */
export function suspectSlot(evidence: Evidence, turn: number, write_epoch: number): Slot {
  return { ...failSlot(blankSlot(evidence.check_id), evidence, turn, write_epoch), class: "suspect" }
}

/** Whether the slot has a failure that nothing has cleared. */
export function isLive(slot: Slot): boolean {
  return slot.class === "fail"
}

/**
 * The slot after failing evidence: same signature, streak + 1; another one, a new episode.
 * @requirement repair.fold.failure
 */
export function failSlot(slot: Slot, evidence: Evidence, turn: number, write_epoch: number): Slot {
  const same = isLive(slot) && slot.signature === evidence.signature
  const counted = !same || advances(slot, evidence, turn, write_epoch)
  return {
    ...slot,
    class: "fail",
    guessed: evidence.guessed,
    signature: evidence.signature,
    snippet: evidence.snippet,
    kind: evidence.kind,
    streak: same ? slot.streak + (counted ? 1 : 0) : 1,
    edit_since_failure: false,
    reverify_owed: false,
    count: evidence.count,
    identities: evidence.identities,
    strong_identities: evidence.strong_identities,
    minimum: nextMinimum(slot, evidence),
    timeout_streak: evidence.kind === "timeout" ? nextTimeout({ slot, evidence, turn, write_epoch }) : 0,
    last_turn: turn,
    trips: same ? slot.trips : 0,
    last_trip_streak: same ? slot.last_trip_streak : 0,
    first_seen: same ? slot.first_seen : evidence.seen_at,
    last_seen: evidence.seen_at,
    ...verdictMark(slot, { evidence, same, turn, write_epoch }),
  }
}

/**
 * The failure seen through a narrower check. The same set with the same messages as before is the same failure: streak
 * + 1, signature and set kept. Any other set or message is progress, and a new episode. Never a new minimum.
 */
export function narrowerFailSlot(slot: Slot, evidence: Evidence, turn: number): Slot {
  const { check_id, signature, snippet, kind, count, identities, seen_at } = evidence
  const known = slot.narrower.find((other) => other.check_id === check_id)
  const is_same =
    known === undefined
      ? identities.every((identity) => slot.identities.includes(identity))
      : known.signature === signature
  const seen = {
    edit_since_failure: false,
    reverify_owed: false,
    narrower: [...slot.narrower.filter((other) => other !== known), { check_id, signature }].slice(
      -BOUNDS.folded,
    ),
    last_turn: turn,
    first_seen: is_same ? slot.first_seen : seen_at,
    last_seen: seen_at,
  }
  if (is_same) return { ...slot, ...seen, streak: slot.streak + (slot.last_turn === turn ? 0 : 1) }
  return {
    ...slot,
    ...seen,
    signature,
    snippet,
    kind,
    count,
    identities,
    streak: 1,
    trips: 0,
    last_trip_streak: 0,
  }
}

/** The slot after a pass: nothing failing, nothing owed; what stands against the work stays. @requirement repair.fold.pass */
export function passSlot(slot: Slot, { signature, kind, guessed }: Evidence, turn: number): Slot {
  const { check_id, tests_run, failing_tests, test_files, test_file_changed, standing } = slot
  return {
    ...blankSlot(check_id),
    class: "pass",
    guessed,
    signature,
    kind,
    last_turn: turn,
    tests_run,
    failing_tests,
    test_files,
    test_file_changed,
    standing,
  }
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

/** A row of time-outs is counted like a streak, whatever each prints. */
function nextTimeout({ slot, evidence, turn, write_epoch }: Seen): number {
  if (!isLive(slot) || slot.timeout_streak === 0) return 1
  return slot.timeout_streak + (advances(slot, evidence, turn, write_epoch) ? 1 : 0)
}

interface Seen {
  readonly slot: Slot
  readonly evidence: Evidence
  readonly turn: number
  readonly write_epoch: number
}

function verdictMark(
  slot: Slot,
  { evidence, same, turn, write_epoch }: Omit<Seen, "slot"> & { readonly same: boolean },
): Pick<Slot, "verdict_epoch" | "verdict_confirmed"> {
  if (!same) {
    return { verdict_epoch: evidence.origin === "verdict" ? write_epoch : -1, verdict_confirmed: false }
  }
  const marked = slot.verdict_epoch === write_epoch
  if (evidence.origin === "result") return { verdict_epoch: slot.verdict_epoch, verdict_confirmed: marked }
  if (marked) return { verdict_epoch: write_epoch, verdict_confirmed: slot.verdict_confirmed }
  return { verdict_epoch: write_epoch, verdict_confirmed: slot.last_turn === turn }
}

function nextMinimum(slot: Slot, evidence: Evidence): number | null {
  const before = isLive(slot) ? slot.minimum : null
  if (!evidence.structured) return before
  return before === null ? evidence.count : Math.min(before, evidence.count)
}

function forget(draft: Draft, write_epoch: number): void {
  const { forgotten } = draft.work
  draft.work = {
    ...draft.work,
    forgotten: { count: forgotten.count + 1, write_epoch: Math.max(forgotten.write_epoch, write_epoch) },
  }
}
