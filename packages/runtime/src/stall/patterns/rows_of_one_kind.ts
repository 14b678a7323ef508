import type { DetectorState, Draft, Slot } from "../state.ts"
import type { Trip } from "./pattern.ts"

/**
 * Trips of the checks whose failures of one kind, whatever each said, reached the threshold in a row with this fold. Three
 * times as many end the run.
 */
export function tripsOfRows({
  row,
  threshold,
  draft,
  before,
}: {
  readonly row: "environment_streak" | "timeout_streak"
  readonly threshold: number | null
  readonly draft: Draft
  readonly before: DetectorState
}): readonly Trip[] {
  if (threshold === null) return []
  const hasGrown = ({ check_id, [row]: count }: Slot): boolean =>
    before.slots.every((other) => other.check_id !== check_id || other[row] < count)
  return draft.slots
    .filter((slot) => slot[row] >= threshold && hasGrown(slot))
    .map((slot) => ({
      count: slot[row],
      threshold,
      slot,
      stop: slot[row] >= threshold * 3,
    }))
}
