import type { ReadAssertion } from "./grammar.ts"
import { EXACT } from "./strength.ts"

/** A verb that says itself what the call does, written in any case: `assertX`, `AssertX`, `ASSERT_X`. */
const ASSERTS = /^(?:assert|expect|check|verify|should|ensure|require)$/i
/** With a capital these make or compare values in Go: `regexp.MustCompile`, `strings.Compare`. */
const ASSERTS_IN_LOWER_CASE = /^(?:must|validate|compare)$/

export function isHelperName(name: string): boolean {
  const word = /^_{0,2}([A-Z]{2,40}(?![a-z])|[A-Za-z][a-z]{0,40})(?![a-z])/.exec(name)?.[1] ?? ""
  return ASSERTS.test(word) || ASSERTS_IN_LOWER_CASE.test(word)
}

/** A call of such a helper: its strength is unknown, so it equals any other. */
export function helperCall(): ReadAssertion {
  return { subject: "", strength: EXACT, flaw: null }
}

interface Helper {
  readonly name: string
  readonly body: string
  readonly asserts: boolean
}

/** Names of functions that assert something: themselves, by a call of such a name, or through one another. */
export function assertingHelpers(helpers: readonly Helper[]): ReadonlySet<string> {
  const calls = new Map(helpers.map((one) => [one, calledNames(one.body)]))
  const asserting = new Set<string>()
  const asserts = (one: Helper): boolean =>
    one.asserts ||
    [...(calls.get(one)?.keys() ?? [])].some(
      (name) => name !== one.name && (isHelperName(name) || asserting.has(name)),
    )
  for (let size = -1; size < asserting.size;) {
    size = asserting.size
    for (const one of helpers) if (asserts(one)) asserting.add(one.name)
  }
  return asserting
}

/** How often each name is called in a text. */
export function calledNames(text: string): ReadonlyMap<string, number> {
  const names = new Map<string, number>()
  for (const [, name = ""] of text.matchAll(CALL)) names.set(name, (names.get(name) ?? 0) + 1)
  return names
}

const CALL = /(?<![\w$])([A-Za-z_$][\w$]{1,80})!?(?:<[\w, ]{1,80}>)?\s?[([{]?(?<=[([])/g
