import { liveSlot } from "../fold.ts"
import { optionalInteger, repairKnob } from "../knob.ts"
import type { FoldPattern } from "./pattern.ts"
import { evidence, stopOr } from "./words.ts"

const knobs = {
  /** Folded turns without a clean pass that end the run. An integer of at least 1, or null for off. Default: `null`. Without effect while `repair_aware` is off. */
  turns_since_clean_verify: repairKnob([optionalInteger(1), null, null], "V2"),
}

/**
 * Stops at once when the folded turns since the last clean pass cross the floor.
 * @requirement patterns.clean_verify_floor
 */
export const turnsSinceCleanVerifyFloor: FoldPattern<typeof knobs> = {
  name: "turns_since_clean_verify_floor",
  confidence: "certain",
  knobs,
  says: (warning) =>
    `${warning.count} turns without a pass of all checks.\n` +
    evidence("What fails", warning) +
    stopOr("Run the checks, or report what blocks you.", warning),
  always: true,
  trips(draft, { before }, config) {
    const threshold = config.turns_since_clean_verify
    const count = draft.turns_since_clean_verify
    if (threshold === null || before.turns_since_clean_verify >= threshold || count < threshold) return []
    const slot = liveSlot(draft.slots) ?? undefined
    return [{ escalation: "immediate", count, threshold, slot }]
  },
}
