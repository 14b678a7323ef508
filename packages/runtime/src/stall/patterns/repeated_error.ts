import type { CallPattern } from "./pattern.ts"

/** The same call failing the same way; the failure model owns this when `repair_aware` is on (facts 3.6, order 2). */
export const repeatedError: CallPattern = {
  pattern: "repeated_error",
  reached(draft, _observed, config) {
    const threshold = config.repeat_same_error
    const count = draft.same_error_streak
    return !config.repair_aware && count >= threshold ? { count, threshold } : null
  },
}
