import { hasRejectedEdit, isSame, roundsOf } from "../alternation.ts"
import { liveSlot } from "../fold.ts"
import type { Alternation } from "../state.ts"
import type { FoldPattern } from "./pattern.ts"

/**
 * Two failures taking turns: two of one check, or one of them and a rejected edit, with neither a pass nor a new minimum of
 * the failing set between. Trips again every further round. What several checks say in turn is no alternation: each keeps
 * its own streak.
 */
export const alternatingFailures: FoldPattern = {
  always: false,
  trips(draft, { before, config }) {
    const threshold = config.alternating_failures_after
    if (threshold === null) return []
    const hasGrown = (track: Alternation): boolean =>
      before.alternations.every((other) => !isSame(other, track) || roundsOf(other) < roundsOf(track))
    const track = draft.alternations.find(
      (one) => roundsOf(one) >= threshold && hasGrown(one) && (!one.with_edits || hasRejectedEdit(one)),
    )
    if (track === undefined) return []
    const trips = track.trips + 1
    draft.alternations = draft.alternations.map((other) => (other === track ? { ...track, trips } : other))
    return [
      {
        pattern: "alternating_failures",
        escalation: "ladder",
        count: roundsOf(track),
        threshold,
        slot:
          draft.slots.find(({ check_id }) => check_id === track.check_id) ??
          liveSlot(draft.slots) ??
          undefined,
        stop: config.stuck_hard_stop_after !== null && trips >= config.stuck_hard_stop_after,
      },
    ]
  },
}
