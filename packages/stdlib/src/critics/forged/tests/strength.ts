import { constantOf } from "./constant.ts"
import type { ReadAssertion } from "./grammar.ts"

export const EXACT = 3
export const PARTIAL = 2
export const TRUTH = 1
export const PRESENCE = 0.5

/** An assertion that a condition holds, from the condition's text. */
export function conditionAssertion(condition: string): ReadAssertion {
  const always = constantOf(condition)
  if (always === true) return { subject: condition, strength: TRUTH, flaw: "it always holds" }
  const parts = splitComparison(condition)
  if (parts === null) return { subject: condition, strength: bareStrength(condition), flaw: null }
  const { left, sign, right } = parts
  if (sign === "==" && left === right) return { subject: left, strength: EXACT, flaw: SAME }
  if (
    /^(?:len\(.{1,200}\)|.{1,200}\.(?:length|len\(\)|size\(\)))$/.test(left) &&
    sign === ">=" &&
    right === "0"
  )
    return { subject: left, strength: PARTIAL, flaw: "no length is below 0" }
  return { subject: left, strength: comparisonStrength(sign, right), flaw: null }
}

export const SAME = "it compares a thing with itself"

/** An assertion that two things are equal, by the texts of both. */
export function equalityAssertion(actual: string, expected: string): ReadAssertion {
  if (actual === expected && actual !== "") return { subject: actual, strength: EXACT, flaw: SAME }
  const flaw = isLiteral(actual) && isLiteral(expected) ? "it compares literals" : null
  if (/^(?:true|True)$/.test(expected)) return { ...conditionAssertion(actual), flaw }
  return { subject: actual, strength: comparisonStrength("==", expected), flaw }
}

export function isLiteral(text: string): boolean {
  return /^(?:-?\d[\d_.]{0,30}|true|false|True|False|None|null|nil|undefined|"[^"]{0,200}"|'[^']{0,200}'|`[^`$]{0,200}`)$/.test(
    text,
  )
}

export function comparisonStrength(sign: string, right: string): number {
  if (sign === "==") {
    if (/^(?:true|false|True|False)$/.test(right)) return TRUTH
    if (/^(?:expect|mock|mocker)\.(?:anything|ANY)|^(?:mock\.)?ANY$/.test(right)) return PRESENCE
    // The strictest comparison of floats.
    if (/^(?:pytest\.)?approx\([^=]{1,200}\)$/.test(right)) return EXACT
    return /approx|expect\.any\(|objectContaining|stringContaining|arrayContaining/.test(right)
      ? PARTIAL
      : EXACT
  }
  if (sign === "!=") return /^(?:None|null|nil|undefined)$/.test(right) ? PRESENCE : TRUTH
  return PARTIAL
}

function bareStrength(condition: string): number {
  if (
    / (?:instanceof|in) |\b(?:isinstance|includes|contains|startsWith|endsWith|startswith|endswith|starts_with|ends_with|match|matches!?)\(/.test(
      condition,
    )
  )
    return PARTIAL
  return TRUTH
}

const SIGNS: ReadonlyArray<readonly [string, string]> = [
  ["===", "=="],
  ["!==", "!="],
  ["==", "=="],
  ["!=", "!="],
  [">=", ">="],
  ["<=", "<="],
]

/** The two sides of the first comparison outside of brackets and strings. Linear. */
export function splitComparison(
  text: string,
): { readonly left: string; readonly sign: string; readonly right: string } | null {
  let depth = 0
  let quote = ""
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (quote !== "") {
      if (sign === "\\") at += 1
      else if (sign === quote) quote = ""
      continue
    }
    if (sign === '"' || sign === "'" || sign === "`") quote = sign
    else if ("([{".includes(sign)) depth += 1
    else if (")]}".includes(sign)) depth -= 1
    else if (depth === 0) {
      const found = SIGNS.find(([written]) => text.startsWith(written, at))
      const plain =
        (sign === "<" || sign === ">") && text.charAt(at - 1) !== "=" && text.charAt(at - 1) !== "-"
      if (found !== undefined || plain) {
        const [written, meant] = found ?? [sign, sign]
        return { left: text.slice(0, at).trim(), sign: meant, right: text.slice(at + written.length).trim() }
      }
    }
  }
  return null
}

/** The parts of a list of arguments that commas outside of brackets and strings part. Linear. */
export function splitArguments(text: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let quote = ""
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (quote !== "") {
      if (sign === "\\") at += 1
      else if (sign === quote) quote = ""
    } else if (sign === '"' || sign === "`") quote = sign
    else if ("([{".includes(sign)) depth += 1
    else if (")]}".includes(sign)) depth -= 1
    else if (sign === "," && depth === 0) {
      parts.push(text.slice(start, at).trim())
      start = at + 1
    }
  }
  parts.push(text.slice(start).trim())
  return parts
}
