import type { FoldPattern } from "./pattern.ts"
import { tripsOfRows } from "./rows_of_one_kind.ts"

/** A check that runs out of time again and again: what it printed until then says little, and may be other text each time. */
export const timeoutFailure: FoldPattern = {
  always: false,
  trips: (draft, { before, config }) =>
    tripsOfRows("timeout_failure", {
      row: "timeout_streak",
      threshold: config.timeout_failure_after,
      draft,
      before,
    }),
}
