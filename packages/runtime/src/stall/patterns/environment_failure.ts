import { isLive } from "../slot.ts"
import type { FoldPattern } from "./pattern.ts"

/** A check that keeps failing for a reason no edit can fix: missing command, no network, disk full. */
export const environmentFailure: FoldPattern = {
  always: false,
  trips(draft, { fold, config }) {
    const threshold = config.environment_failure_after
    if (threshold === null) return []
    return draft.slots
      .filter((slot) => isLive(slot) && slot.kind === "environment" && fold.grew.includes(slot.check_id))
      .filter((slot) => slot.environment_streak >= threshold)
      .map((slot) => ({
        pattern: "environment_failure" as const,
        escalation: "ladder" as const,
        count: slot.environment_streak,
        threshold,
        slot,
        stop: slot.environment_streak >= threshold * 3,
      }))
  },
}
