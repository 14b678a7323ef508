import { resetAction } from "./action_streaks.ts"
import { type Draft, INITIAL_STATE } from "./state.ts"

/** The user asked for something new: rows of actions and words start over, what is failing stays. */
export function startRowsOver(draft: Draft): void {
  resetAction(draft)
  draft.no_progress_streak = 0
  draft.parse_rejection_streak = 0
  draft.consecutive_trips = 0
  const { history, actions, same_edit, near_action, near_monologue, tool_error } = INITIAL_STATE.memory
  draft.memory = { ...draft.memory, history, actions, same_edit, near_action, near_monologue, tool_error }
}
