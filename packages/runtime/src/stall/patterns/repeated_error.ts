import { isOwnedByFailureModel } from "../action_streaks.ts"
import type { CallPattern } from "./pattern.ts"

/** The same call failing the same way, unless the failure model owns the repeat. @requirement actions.repeated_error */
export const repeatedError: CallPattern = {
  pattern: "repeated_error",
  reached(draft, observed, config) {
    const threshold = config.repeat_same_error
    const count = draft.same_error_streak
    return !isOwnedByFailureModel(observed, config) && count >= threshold ? { count, threshold } : null
  },
}
