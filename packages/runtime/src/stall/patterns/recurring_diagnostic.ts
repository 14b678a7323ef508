import { isLive } from "../slot.ts"
import type { FoldPattern, Trip } from "./pattern.ts"

/**
 * The same signature back after a detour through another failure, counted since the check's last pass or new minimum. An
 * unbroken streak belongs to stuck_same_diagnostic. Trips again every second return.
 * @requirement patterns.recurring_diagnostic
 */
export const recurringDiagnostic: FoldPattern = {
  always: false,
  trips(draft, { fold, config }) {
    const threshold = config.recurring_diagnostic_after
    if (threshold === null) return []
    const trips: Trip[] = []
    for (const slot of draft.slots) {
      if (!isLive(slot) || !fold.failed.includes(slot.check_id)) continue
      if (slot.streak !== 1 && !fold.grew.includes(slot.check_id)) continue
      const entry = draft.recurrences.find(
        (other) => other.check_id === slot.check_id && other.signature === slot.signature,
      )
      if (entry === undefined || entry.count === slot.streak) continue
      if (entry.count < threshold || (entry.count - threshold) % 2 !== 0) continue
      const tripped = { ...entry, trips: entry.trips + 1 }
      draft.recurrences = draft.recurrences.map((other) => (other === entry ? tripped : other))
      trips.push({
        pattern: "recurring_diagnostic",
        escalation: "ladder",
        count: entry.count,
        threshold,
        slot,
        stop: config.stuck_hard_stop_after !== null && tripped.trips >= config.stuck_hard_stop_after,
      })
    }
    return trips
  },
}
