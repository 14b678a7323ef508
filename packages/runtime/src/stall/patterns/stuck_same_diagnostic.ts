import { plural } from "@proofloop/foundation/text"
import type { StallWarning } from "../../protocol/warning.ts"
import { type Attempts, attemptsAt } from "../changed.ts"
import { choice, integer, optionalInteger, repairKnob } from "../knob.ts"
import { isLive } from "../slot.ts"
import type { Draft, Slot } from "../state.ts"
import type { ConfigWith, FoldPattern, Trip } from "./pattern.ts"
import { evidence, quoted, shownName } from "./words.ts"

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
        says: (warning) => say(warning, tripped, attemptsAt(draft, tripped)),
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

/** A command may have edited what its line does not tell. */
const UNSEEN = "no edit was seen in between"

function say(warning: StallWarning, slot: Slot, attempts: Attempts): string {
  return (
    `The same failure has persisted across ${plural(warning.count, "turn")}; ${whatCameOf(attempts, slot)}.` +
    (attempts.applied > 0 && attempts.is_baseline ? " It was red before your first edit.\n" : "\n") +
    (attempts.rejected > 0 ? quoted("The last of them was told", attempts.rejection) : "") +
    evidence("The failing evidence is unchanged", warning) +
    adviceAfter(attempts)
  )
}

function whatCameOf(attempts: Attempts, { streak, narrower, verdict_epoch }: Slot): string {
  const { applied, files, rejected, is_unchanged } = attempts
  if (attempts.is_taken_back) return "git may have taken back what you edited in between"
  if (files.length > 0) {
    const others = attempts.names_all ? "" : " and others"
    return `these edits did not change it: ${files.map(shownName).join(", ")}${others}`
  }
  if (applied > 0) return `${plural(applied, "edit")} did not change it`
  if (rejected > 0) {
    const were = `${rejected === 1 ? "was" : "were"} not applied`
    return is_unchanged
      ? `your last ${rejected === 1 ? "edit" : plural(rejected, "edit")} ${were}, and nothing has changed since`
      : `${plural(rejected, "edit")} since then ${were}`
  }
  // A verdict, or a narrower check that failed in the same way, is not this check run by the model.
  const is_own = verdict_epoch === -1 && narrower.length === 0
  if (is_own) return `you ran this ${plural(streak, "time")} and ${is_unchanged ? "changed nothing" : UNSEEN}`
  return is_unchanged ? "nothing was changed in between" : UNSEEN
}

function adviceAfter({ applied, rejected, is_baseline, is_unedited }: Attempts): string {
  const think =
    "Re-read the code the failure comes from and form a new hypothesis of its root cause, " +
    "or gather other evidence, before the next edit. "
  const report = "If you cannot make progress, report this blocker."
  if (rejected > 0)
    return `Do not send the same edit again. Read the file as it is now and base the edit on that. ${report}`
  if (applied === 0 && is_unedited) return `Do not just run it again. ${think}${report}`
  const leave = is_baseline ? "If it is not part of your task, leave it and say so. " : ""
  return `Do not retry the same fix. ${think}${leave}${report}`
}

function replaceSlot(draft: Draft, slot: Slot): void {
  draft.slots = draft.slots.map((other) => (other.check_id === slot.check_id ? slot : other))
}
