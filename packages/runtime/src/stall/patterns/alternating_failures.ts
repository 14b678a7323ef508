import { plural } from "@proofloop/foundation/text"
import type { StallWarning } from "../../protocol/warning.ts"
import { isSame, rejectedOf, roundsOf } from "../alternation.ts"
import { liveSlot } from "../fold.ts"
import { optionalInteger, repairKnob } from "../knob.ts"
import type { Alternation } from "../state.ts"
import type { FoldPattern } from "./pattern.ts"
import { quoted } from "./words.ts"

const knobs = {
  /** Rounds of two failures that take turns, of one check or with a rejected edit. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `2`. Without effect while `repair_aware` is off. */
  alternating_failures_after: repairKnob([optionalInteger(2), null, 2], "proofloop"),
}

/**
 * Two failures take turns: two of one check, or one of them and a rejected edit. A pass or a new minimum of the
 * failing set between them starts over. Trips again every further round. Failures of several checks do not alternate:
 * each check keeps its own streak.
 */
export const alternatingFailures: FoldPattern<typeof knobs> = {
  name: "alternating_failures",
  confidence: "likely",
  knobs,
  always: false,
  trips(draft, { before }, config) {
    const threshold = config.alternating_failures_after
    if (threshold === null) return []
    const hasGrown = (track: Alternation): boolean =>
      before.alternations.every((other) => !isSame(other, track) || roundsOf(other) < roundsOf(track))
    const track = draft.alternations.find(
      (one) => roundsOf(one) >= threshold && hasGrown(one) && (!one.with_edits || rejectedOf(one).length > 0),
    )
    if (track === undefined) return []
    const trips = track.trips + 1
    draft.alternations = draft.alternations.map((other) => (other === track ? { ...track, trips } : other))
    return [
      {
        count: roundsOf(track),
        threshold,
        slot:
          draft.slots.find(({ check_id }) => check_id === track.check_id) ??
          liveSlot(draft.slots) ??
          undefined,
        stop: config.stuck_hard_stop_after !== null && trips >= config.stuck_hard_stop_after,
        says: (warning) => say(warning, track),
      },
    ]
  },
}

const BOTH = [
  "Two failures are taking turns",
  "A rejected edit and a failure are taking turns",
  "Two reasons to reject your edits are taking turns",
]

function say({ count }: StallWarning, track: Alternation): string {
  const rejected = rejectedOf(track)
  const named = [track.before, track.last].map((one) =>
    quoted(rejected.includes(one) ? "The edit was told" : "The check failed with", one.says || "(nothing)"),
  )
  return (
    `${BOTH[rejected.length]}, each seen ${plural(count, "time")} by now.\n${named.join("")}` +
    (rejected.length === 0
      ? "Do not go around once more. Find out what the two have in common before the next edit, or report this blocker."
      : "Read the file as it is now and base the next edit on that, or report this blocker.")
  )
}
