import { isLive } from "../slot.ts"
import type { FoldPattern } from "./pattern.ts"

/** A check that runs out of time again and again: what it printed until then says little, and may be other text each time. */
export const timeoutFailure: FoldPattern = {
  always: false,
  trips(draft, { before, config }) {
    const threshold = config.timeout_failure_after
    if (threshold === null) return []
    return draft.slots
      .filter((slot) => isLive(slot) && slot.timeout_streak >= threshold)
      .filter((slot) => {
        const known = before.slots.find(({ check_id }) => check_id === slot.check_id)
        return slot.timeout_streak > (known?.timeout_streak ?? 0)
      })
      .map((slot) => ({
        pattern: "timeout_failure" as const,
        escalation: "ladder" as const,
        count: slot.timeout_streak,
        threshold,
        slot,
        stop: slot.timeout_streak >= threshold * 3,
      }))
  },
}
