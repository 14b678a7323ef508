import type { ReadAssertion } from "./grammar.ts"
import { EXACT } from "./strength.ts"

export const HELPER =
  /^_?(?:assert|expect|check|verify|should|must|ensure|validate|compare|require)(?:[A-Z_]|$)/

/** A call of such a helper: its strength is unknown, so it equals any other. */
export function helperCall(): ReadAssertion {
  return { subject: "", strength: EXACT, flaw: null }
}
