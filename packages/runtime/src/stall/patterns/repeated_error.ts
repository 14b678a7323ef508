import { isOwnedByFailureModel } from "../action_streaks.ts"
import { integer, knob } from "../knob.ts"
import type { CallPattern } from "./pattern.ts"

const knobs = {
  /** Identical calls with the same failure. An integer of at least 2. Default: `3`. */
  repeat_same_error: knob([integer(2), 3, 3], "V0"),
}

/** The same call failing the same way, unless the failure model owns the repeat. @requirement actions.repeated_error */
export const repeatedError: CallPattern<typeof knobs> = {
  name: "repeated_error",
  confidence: "certain",
  knobs,
  reached(draft, observed, config) {
    const threshold = config.repeat_same_error
    const count = draft.same_error_streak
    return !isOwnedByFailureModel(observed, config) && count >= threshold ? { count, threshold } : null
  },
}
