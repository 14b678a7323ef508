import type { CallPattern } from "./pattern.ts"

/** Context-window errors in a row, whatever the calls. @requirement actions.context_window */
export const repeatedContextWindowError: CallPattern = {
  pattern: "repeated_context_window_error",
  reached(draft, _observed, config) {
    const threshold = config.repeat_context_window_error
    const count = draft.context_window_error_streak
    return count >= threshold ? { count, threshold } : null
  },
}
