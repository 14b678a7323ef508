import type { ReadAssertion } from "./grammar.ts"
import {
  comparisonStrength,
  conditionAssertion,
  equalityAssertion,
  EXACT,
  isLiteral,
  PARTIAL,
  PRESENCE,
  TRUTH,
} from "./strength.ts"

/** What the matcher of `expect(subject)` demands; `names` are those behind `expect`. */
export function scriptMatcher(
  subject: string,
  names: readonly string[],
  [first = "", second = ""]: readonly string[],
): ReadAssertion {
  const last = names.at(-1) ?? ""
  const is_not = names.includes("not")
  if (is_not) return { subject, strength: /null|undefined|nil/i.test(last) ? PRESENCE : TRUTH, flaw: null }
  if (EQUAL.has(last)) {
    const read = equalityAssertion(subject, first)
    return { ...read, subject, strength: comparisonStrength("==", first) }
  }
  if (TRUTHY.has(last)) {
    const read = conditionAssertion(subject)
    return {
      subject,
      strength: read.strength,
      flaw: isLiteral(subject) ? "it is about a literal" : read.flaw,
    }
  }
  if (DEFINED.has(last))
    return { subject, strength: PRESENCE, flaw: isLiteral(subject) ? "it is about a literal" : null }
  if (/GreaterThanOrEqual|atLeast|gte/.test(last) && first === "0" && /\.(?:length|size)$/.test(subject))
    return { subject, strength: PARTIAL, flaw: "no length is below 0" }
  // The strictest comparison of floats, unless fewer digits are named.
  if (last === "toBeCloseTo" && !/^[01]$/.test(second)) return { subject, strength: EXACT, flaw: null }
  if (WHOLE.has(last)) return { subject, strength: EXACT, flaw: null }
  if (/^to(?:Throw|ThrowError)$|^throw$/.test(last))
    return { subject, strength: first === "" ? TRUTH : PARTIAL, flaw: null }
  return { subject, strength: CALLED.has(last) ? TRUTH : PARTIAL, flaw: null }
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "))

const EQUAL = words(
  "toBe toEqual toStrictEqual equal equals eql eq deepEqual strictEqual toHaveReturnedWith toHaveTextContent toHaveText toHaveValue",
)
const TRUTHY = words("toBeTruthy ok true toBeTrue")
const DEFINED = words("toBeDefined exist exists toBeInTheDocument")
const WHOLE = words(
  "toBeNull toBeUndefined toBeNaN toHaveLength toMatchSnapshot toMatchInlineSnapshot toThrowErrorMatchingSnapshot toThrowErrorMatchingInlineSnapshot toHaveBeenCalledWith toHaveBeenCalledTimes toHaveBeenLastCalledWith toHaveBeenNthCalledWith toBeCalledWith toBeCalledTimes lengthOf toMatchFileSnapshot",
)
const CALLED = words("toHaveBeenCalled toBeCalled called toBeFalsy toBeFalse")
