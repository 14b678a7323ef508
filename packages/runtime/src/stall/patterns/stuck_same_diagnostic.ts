import type { StallConfig } from "../config.ts"
import { isLive } from "../slot.ts"
import type { Draft, Slot } from "../state.ts"
import type { FoldPattern, Trip } from "./pattern.ts"

/**
 * The same failure again and again, whatever edits came between. Each slot that is due trips once;
 * `stuck_hard_stop_after` trips of one episode end the run. @requirement repair.streak, repair.trip, repair.slots.stuck
 */
export const stuckSameDiagnostic: FoldPattern = {
  always: false,
  trips(draft, { fold, config }) {
    const trips: Trip[] = []
    for (const slot of draft.slots) {
      if (!isLive(slot) || !isDue(slot, fold.grew.includes(slot.check_id), config)) continue
      const tripped = { ...slot, trips: slot.trips + 1, last_trip_streak: slot.streak }
      replaceSlot(draft, tripped)
      trips.push({
        pattern: "stuck_same_diagnostic",
        escalation: "ladder",
        count: slot.streak,
        threshold: config.stuck_same_diagnostic_after,
        slot: tripped,
        stop: config.stuck_hard_stop_after !== null && tripped.trips >= config.stuck_hard_stop_after,
      })
    }
    return trips
  },
}

function isDue(slot: Slot, grew: boolean, config: StallConfig): boolean {
  const threshold = config.stuck_same_diagnostic_after
  const every = config.stuck_retrip_every
  if (config.stuck_trip_when === "reached") {
    if (slot.trips === 0) return slot.streak >= threshold
    return grew && every !== null && slot.streak >= slot.last_trip_streak + every
  }
  if (!grew || slot.streak < threshold) return false
  return slot.streak === threshold || (every !== null && (slot.streak - threshold) % every === 0)
}

function replaceSlot(draft: Draft, slot: Slot): void {
  draft.slots = draft.slots.map((other) => (other.check_id === slot.check_id ? slot : other))
}
