import { isOwnedByFailureModel } from "../action_streaks.ts"
import { integer, knob } from "../knob.ts"
import type { CallPattern } from "./pattern.ts"

const knobs = {
  /** Identical calls with an identical ok result. An integer of at least 2. Default: `4`. */
  repeat_same_observation: knob([integer(2), 4, 4], "V0"),
}

/**
 * The same call with the same ok result, unless the failure model owns it.
 * @requirement actions.repeated_same_observation
 */
export const repeatedSameObservation: CallPattern<typeof knobs> = {
  name: "repeated_same_observation",
  confidence: "certain",
  knobs,
  reached(draft, observed, config) {
    const threshold = config.repeat_same_observation
    const count = draft.same_observation_streak
    return !isOwnedByFailureModel(observed, config) && observed.kind === "ok" && count >= threshold
      ? { count, threshold }
      : null
  },
}
