import type { CallPattern } from "./pattern.ts"

/** The same call succeeding with varying output and no edit between. @requirement patterns.repeated_success */
export const repeatedSuccess: CallPattern = {
  pattern: "repeated_success",
  reached(draft, observed, config) {
    const threshold = config.repeat_success
    const count = draft.same_success_streak
    return threshold !== null && observed.kind === "ok" && count >= threshold ? { count, threshold } : null
  },
}
