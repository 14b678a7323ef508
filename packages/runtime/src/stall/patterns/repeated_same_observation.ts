import { isOwnedByFailureModel } from "../action_streaks.ts"
import type { CallPattern } from "./pattern.ts"

/**
 * The same call with the same ok result, unless the failure model owns it.
 * @requirement actions.repeated_same_observation
 */
export const repeatedSameObservation: CallPattern = {
  pattern: "repeated_same_observation",
  reached(draft, observed, config) {
    const threshold = config.repeat_same_observation
    const count = draft.same_observation_streak
    return !isOwnedByFailureModel(observed, config) && observed.kind === "ok" && count >= threshold
      ? { count, threshold }
      : null
  },
}
