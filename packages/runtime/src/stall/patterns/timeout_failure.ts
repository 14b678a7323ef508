import { optionalInteger, repairKnob } from "../knob.ts"
import type { Slot } from "../state.ts"
import type { FoldPattern } from "./pattern.ts"
import { evidence } from "./words.ts"

const knobs = {
  /** Time-outs of one check in a row, whatever it printed until then. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. Without effect while `repair_aware` is off. */
  timeout_failure_after: repairKnob([optionalInteger(2), null, 3], "proofloop"),
}

/** A check that times out again and again. Its output up to then says little, and may differ each time. */
export const timeoutFailure: FoldPattern<typeof knobs> = {
  name: "timeout_failure",
  confidence: "likely",
  knobs,
  says: (warning) =>
    `The check has timed out ${warning.count} times in a row.\n` +
    evidence("What it said last", warning) +
    "Do not run it again as it is. Run a narrower part of it, look for a hang or a deadlock, " +
    "or give it more time.",
  always: false,
  trips(draft, { before }, config) {
    const threshold = config.timeout_failure_after
    if (threshold === null) return []
    const hasGrown = ({ check_id, timeout_streak }: Slot): boolean =>
      before.slots.every((other) => other.check_id !== check_id || other.timeout_streak < timeout_streak)
    return draft.slots
      .filter((slot) => slot.timeout_streak >= threshold && hasGrown(slot))
      .map((slot) => ({
        count: slot.timeout_streak,
        threshold,
        slot,
        stop: slot.timeout_streak >= threshold * 3,
      }))
  },
}
