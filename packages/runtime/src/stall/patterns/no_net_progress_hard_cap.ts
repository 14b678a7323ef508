import { liveSlot } from "../fold.ts"
import type { FoldPattern } from "./pattern.ts"

const knobs = {}

/**
 * With the guard on, stops at once when the failing turns since the last pass cross the cap.
 * @requirement patterns.hard_cap
 */
export const noNetProgressHardCap: FoldPattern<typeof knobs> = {
  name: "no_net_progress_hard_cap",
  knobs,
  always: true,
  trips(draft, { before }, config) {
    const threshold = config.no_net_progress_hard_cap_after
    const count = draft.failing_verify_turns
    const slot = liveSlot(draft.slots)
    if (!config.no_net_progress_extend_guard || slot === null) return []
    if (before.failing_verify_turns >= threshold || count < threshold) return []
    return [{ escalation: "immediate", count, threshold, slot }]
  },
}
