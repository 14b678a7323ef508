import type { CallPattern } from "./pattern.ts"

/** The same call although no result of it is known. @requirement actions.repeated_same_signature */
export const repeatedSameSignature: CallPattern = {
  pattern: "repeated_same_signature",
  reached(draft, observed, config) {
    const { threshold } = config
    const count = draft.streak
    return observed.observation === null && count >= threshold ? { count, threshold } : null
  },
}
