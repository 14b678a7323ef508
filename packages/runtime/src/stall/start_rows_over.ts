import { resetAction } from "./action_streaks.ts"
import { memories } from "./patterns.ts"
import { type Memory, remember } from "./patterns/memory.ts"
import type { Draft } from "./state.ts"

/** The user asked for something new: counts of actions and words start over, failures stay. */
export function startRowsOver(draft: Draft): void {
  resetAction(draft)
  draft.no_progress_streak = 0
  draft.parse_rejection_streak = 0
  draft.consecutive_trips = 0
  startOver(draft, "new_task")
}

/** What patterns remember until then is forgotten. */
export function startOver(draft: Draft, event: NonNullable<Memory<unknown>["over"]>): void {
  for (const memory of memories) {
    if (memory.over === event && Object.hasOwn(draft.memory, memory.name))
      remember(draft, memory, memory.start)
  }
}
