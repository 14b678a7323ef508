import { knob, optionalInteger } from "../knob.ts"
import type { CallPattern } from "./pattern.ts"

const knobs = {
  /** Identical ok calls whose output varies, without an edit between. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. */
  repeat_success: knob([optionalInteger(2), null, 3], "V3"),
}

/** The same call succeeding with varying output and no edit between. @requirement patterns.repeated_success */
export const repeatedSuccess: CallPattern<typeof knobs> = {
  name: "repeated_success",
  confidence: "likely",
  knobs,
  reached(draft, observed, config) {
    const threshold = config.repeat_success
    const count = draft.same_success_streak
    return threshold !== null && observed.kind === "ok" && count >= threshold ? { count, threshold } : null
  },
}
