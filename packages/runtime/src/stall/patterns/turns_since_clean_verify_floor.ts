import { liveSlot } from "../fold.ts"
import type { FoldPattern } from "./pattern.ts"

/**
 * Stops at once when the folded turns since the last clean pass cross the floor.
 * @requirement patterns.clean_verify_floor
 */
export const turnsSinceCleanVerifyFloor: FoldPattern = {
  always: true,
  trips(draft, { before, config }) {
    const threshold = config.turns_since_clean_verify
    const count = draft.turns_since_clean_verify
    if (threshold === null || before.turns_since_clean_verify >= threshold || count < threshold) return []
    const slot = liveSlot(draft.slots) ?? undefined
    return [{ pattern: "turns_since_clean_verify_floor", escalation: "immediate", count, threshold, slot }]
  },
}
