import { choice, integer, optionalInteger, repairKnob } from "../knob.ts"
import { isLive } from "../slot.ts"
import type { Draft, Slot } from "../state.ts"
import type { ConfigWith, FoldPattern, Trip } from "./pattern.ts"
import { evidence } from "./words.ts"

const knobs = {
  /** Same-signature failures in a row before the strategy-shift nudge. An integer of at least 2. Default: `3`. Without effect while `repair_aware` is off. */
  stuck_same_diagnostic_after: repairKnob([integer(2), 3, 3], "V0"),
  /** Whether to trip only when the streak equals the threshold, or on the first free turn at or past it. Default: `"equal"`; the preset `evidence` sets `"reached"`. Without effect while `repair_aware` is off. */
  stuck_trip_when: repairKnob([choice("equal", "reached"), "equal", "reached"], "proofloop"),
  /** Further same failures before a stuck diagnostic trips again. An integer of at least 1, or null for off. Default: `null`; the preset `evidence` sets `2`. Without effect while `repair_aware` is off. */
  stuck_retrip_every: repairKnob([optionalInteger(1), null, 2], "proofloop"),
}

/**
 * The same failure again and again, whatever edits came between. Each slot that is due trips once.
 * `stuck_hard_stop_after` trips of one episode end the run.
 * @requirement repair.streak, repair.trip, repair.slots.stuck
 */
export const stuckSameDiagnostic: FoldPattern<typeof knobs> = {
  name: "stuck_same_diagnostic",
  confidence: "certain",
  knobs,
  says: (warning) =>
    `The same failure has persisted across ${warning.count} repair turns; your edits did not change it.\n` +
    evidence("The failing evidence is unchanged", warning) +
    "Do not retry the same fix. Re-read the code the failure comes from and form a new hypothesis of its root cause, " +
    "or gather other evidence, before the next edit. If you cannot make progress, report this blocker.",
  always: false,
  trips(draft, { fold }, config) {
    const trips: Trip[] = []
    for (const slot of draft.slots) {
      if (!isLive(slot) || !isDue(slot, fold.grew.includes(slot.check_id), config)) continue
      const tripped = { ...slot, trips: slot.trips + 1, last_trip_streak: slot.streak }
      replaceSlot(draft, tripped)
      trips.push({
        count: slot.streak,
        threshold: config.stuck_same_diagnostic_after,
        slot: tripped,
        stop: config.stuck_hard_stop_after !== null && tripped.trips >= config.stuck_hard_stop_after,
      })
    }
    return trips
  },
}

function isDue(slot: Slot, grew: boolean, config: ConfigWith<typeof knobs>): boolean {
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
