import { type Alternation, BOUNDS, type Draft, type Reason, type Slot } from "./state.ts"

/** Before the key of a rejected edit, which no signature begins with. */
const REJECTION = "edit "
const NOTHING: Reason = { key: "", says: "" }
const MAX_ALTERNATIONS = 2 * BOUNDS.folded

/** A check failed: its failures take turns with each other, and with the edits that were rejected meanwhile. */
export function noteFailure(draft: Draft, { check_id, signature, snippet }: Slot): void {
  const of_edits = trackOf(draft, "", true)
  for (const with_edits of [false, true]) {
    const start = with_edits ? { ...of_edits, check_id, trips: 0 } : startOf(check_id, false)
    const track = draft.alternations.find((other) => isSame(other, start)) ?? start
    place(draft, advanced(track, { key: signature, says: snippet }))
  }
}

/** An edit was rejected: a failure beside those of any check. */
export function noteRejectedEdit(draft: Draft, { key, says }: Reason): void {
  place(draft, trackOf(draft, "", true))
  draft.alternations = draft.alternations.map((track) =>
    track.with_edits ? advanced(track, { key: REJECTION + key, says }) : track,
  )
}

/** A pass, or a new minimum of the failing set. */
export function forgetFailures(draft: Draft, check_id: string): void {
  draft.alternations = draft.alternations.filter(
    (track) => track.check_id !== check_id && track.check_id !== "",
  )
}

/** An edit went through, which settles the rejected ones before it. */
export function forgetEdits(draft: Draft): void {
  draft.alternations = draft.alternations.filter((track) => !track.with_edits)
}

/** Those of the two that are rejected edits. */
export function rejectedOf({ before, last }: Alternation): readonly Reason[] {
  return [before, last].filter(({ key }) => key.startsWith(REJECTION))
}

/** How often both failures were seen, each after the other. */
export function roundsOf({ length }: Alternation): number {
  return Math.floor(length / 2)
}

export function isSame(one: Alternation, other: Alternation): boolean {
  return one.check_id === other.check_id && one.with_edits === other.with_edits
}

/** A repeat of the same failure changes nothing. A third failure starts a new pair with the last one. */
function advanced(track: Alternation, failure: Reason): Alternation {
  const { before, last, length } = track
  if (failure.key === last.key) return track
  if (failure.key === before.key) return { ...track, before: last, last: failure, length: length + 1 }
  return { ...track, before: last, last: failure, length: last.key === "" ? 1 : 2, trips: 0 }
}

function trackOf(draft: Draft, check_id: string, with_edits: boolean): Alternation {
  const start = startOf(check_id, with_edits)
  return draft.alternations.find((track) => isSame(track, start)) ?? start
}

function startOf(check_id: string, with_edits: boolean): Alternation {
  return { check_id, with_edits, before: NOTHING, last: NOTHING, length: 0, trips: 0 }
}

function place(draft: Draft, track: Alternation): void {
  const others = draft.alternations.filter((other) => !isSame(other, track))
  draft.alternations = [...others, track].slice(-MAX_ALTERNATIONS)
}
