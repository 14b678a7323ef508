import { optionalInteger, repairKnob } from "../knob.ts"
import { isLive } from "../slot.ts"
import type { FoldPattern, Trip } from "./pattern.ts"
import { evidence } from "./words.ts"

const knobs = {
  /** Times one signature was seen since the last real progress. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. Without effect while `repair_aware` is off. */
  recurring_diagnostic_after: repairKnob([optionalInteger(2), null, 3], "proofloop"),
}

/**
 * The same signature back after a detour through another failure, counted since the check's last pass or new minimum. An
 * unbroken streak belongs to stuck_same_diagnostic. Trips again every second return.
 * @requirement patterns.recurring_diagnostic
 */
export const recurringDiagnostic: FoldPattern<typeof knobs> = {
  name: "recurring_diagnostic",
  confidence: "likely",
  knobs,
  says: (warning) =>
    `The same failure has come back: seen ${warning.count} times by now.\n` +
    evidence("The failing evidence", warning) +
    "Go back to its root cause before the next edit, or report this blocker.",
  always: false,
  trips(draft, { fold }, config) {
    const threshold = config.recurring_diagnostic_after
    if (threshold === null) return []
    const trips: Trip[] = []
    for (const slot of draft.slots) {
      if (!isLive(slot) || !fold.failed.includes(slot.check_id)) continue
      if (slot.streak !== 1 && !fold.grew.includes(slot.check_id)) continue
      const entry = draft.recurrences.find(
        (other) => other.check_id === slot.check_id && other.signature === slot.signature,
      )
      if (entry === undefined || entry.count <= slot.streak) continue
      if (entry.count < threshold || (entry.count - threshold) % 2 !== 0) continue
      const tripped = { ...entry, trips: entry.trips + 1 }
      draft.recurrences = draft.recurrences.map((other) => (other === entry ? tripped : other))
      trips.push({
        count: entry.count,
        threshold,
        slot,
        stop: config.stuck_hard_stop_after !== null && tripped.trips >= config.stuck_hard_stop_after,
      })
    }
    return trips
  },
}
