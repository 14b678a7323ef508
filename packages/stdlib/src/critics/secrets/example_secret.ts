/** Whether a value shaped like a secret is a placeholder: it says so, repeats itself or counts. */
export function isExampleSecret(value: string): boolean {
  if (WORDS.test(value) || /(.)\1{4,}/.test(value)) return true
  const lower = value.toLowerCase()
  if (COUNTED.some((row) => lower.includes(row))) return true
  return new Set(lower).size < Math.min(8, value.length / 2)
}

const WORDS =
  /example|sample|dummy|fake|placeholder|change[-_]?me|your[-_]|redacted|foobar|lorem|xxxx|not[-_]?a[-_]?real|insert[-_]|replace[-_]|todo|default|test|secret|hunter2|deadbeef|cafebabe|password/i
const COUNTED = ["abcdef", "123456", "fedcba", "654321", "qwerty", "zyxwvu", "012345"]

/** Whether a value looks generated or chosen with care: long, with signs of several kinds, and no words. */
export function isStrongValue(value: string): boolean {
  if (/\s/.test(value) || value.length < 8 || value.length > 512) return false
  if (
    /^[\w.-]{0,100}$/.test(value) &&
    value
      .split(/[._-]/)
      .every((word) =>
        /^[A-Z]?[a-z]{1,20}\d{0,2}[a-z]{0,2}$|^[A-Z]{1,20}\d{0,2}[A-Z]{0,2}$|^\d{0,4}$/.test(word),
      )
  )
    return false
  if (/^(?:https?:|\/|\.{1,2}\/)|[{}<>$]|\(\)|::/.test(value)) return false
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w]/].filter((kind) => kind.test(value)).length
  if (!/\d/.test(value)) return value.length >= 20 && kinds >= 2 && entropy(value) >= 3.8
  return value.length >= 16 ? kinds >= 2 && entropy(value) >= 3 : kinds >= 3 && entropy(value) >= 2.5
}

/** Bits per sign, by the frequency of each sign. */
function entropy(value: string): number {
  const counts = new Map<string, number>()
  for (const sign of value) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}
