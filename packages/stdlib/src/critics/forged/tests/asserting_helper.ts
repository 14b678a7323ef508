import type { ReadAssertion } from "./grammar.ts"
import { EXACT } from "./strength.ts"

/** What a helper is called that asserts by itself. */
export const HELPER =
  /^_?(?:assert|expect|check|verify|should|must|ensure|validate|compare|require)(?:[A-Z_]|$)/

/** A call of one: how much it asks for is not known, so it is as good as any. */
export function helperCall(): ReadAssertion {
  return { subject: "", strength: EXACT, flaw: null }
}
