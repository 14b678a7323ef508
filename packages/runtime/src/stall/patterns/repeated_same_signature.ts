import { integer, knob } from "../knob.ts"
import type { CallPattern } from "./pattern.ts"

const knobs = {
  /** Identical calls without a result before repeated_same_signature trips; given, it is also the default of repeat_same_observation. An integer of at least 2. Default: `3`. */
  threshold: knob([integer(2), 3, 3], "V0"),
}

/** The same call although no result of it is known. @requirement actions.repeated_same_signature */
export const repeatedSameSignature: CallPattern<typeof knobs> = {
  name: "repeated_same_signature",
  confidence: "likely",
  knobs,
  reached(draft, observed, config) {
    const { threshold } = config
    const count = draft.streak
    return observed.observation === null && count >= threshold ? { count, threshold } : null
  },
}
