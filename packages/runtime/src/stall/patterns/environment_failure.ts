import type { FoldPattern } from "./pattern.ts"
import { tripsOfRows } from "./rows_of_one_kind.ts"

/** A check that keeps failing for a reason no edit can fix: missing command, no network, disk full. */
export const environmentFailure: FoldPattern = {
  always: false,
  trips: (draft, { before, config }) =>
    tripsOfRows("environment_failure", {
      row: "environment_streak",
      threshold: config.environment_failure_after,
      draft,
      before,
    }),
}
