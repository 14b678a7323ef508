import type { StallPattern } from "../../protocol/warning.ts"
import type { DetectorState, Draft } from "../state.ts"
import type { Trip } from "./pattern.ts"

/**
 * Trips of the checks whose failures of one kind, whatever each said, reached the threshold in a row with this fold. Three
 * times as many end the run.
 */
export function tripsOfRows(
  pattern: StallPattern,
  row: "environment_streak" | "timeout_streak",
  threshold: number | null,
  draft: Draft,
  before: DetectorState,
): readonly Trip[] {
  if (threshold === null) return []
  const countBefore = (check_id: string): number =>
    before.slots.find((slot) => slot.check_id === check_id)?.[row] ?? 0
  return draft.slots
    .filter((slot) => slot[row] >= threshold && slot[row] > countBefore(slot.check_id))
    .map((slot) => ({
      pattern,
      escalation: "ladder",
      count: slot[row],
      threshold,
      slot,
      stop: slot[row] >= threshold * 3,
    }))
}
