/** What a word holds, as bits: enough to skip most rules without a look at the word itself. */
export const has = {
  digit: 1,
  colon: 2,
  /** A slash or backslash. */
  slash: 4,
  dash: 8,
  at: 16,
  bracket: 32,
  paren: 64,
  angle: 128,
  equals: 256,
  x: 512,
  /** A slash where an absolute path can start. */
  root: 1024,
  /** A digit with the first letter of a unit of time behind it. */
  unit: 2048,
  /** A colon with a digit behind it. */
  place: 4096,
  /** One of `= : # - " '` with a digit behind it. */
  assigned: 131072,
  /** A slash with a digit behind it. */
  slash_digit: 262144,
  /** At least 12 hexadecimal digits in a row. */
  long_hex: 8192,
} as const

/** A text without its spaces: the runs between them, and what each holds. */
export interface Words {
  readonly texts: readonly string[]
  readonly holds: readonly number[]
}

const HEX = 1 << 14
const UNIT_LETTER = 1 << 15
/** Characters after which a slash does not start an absolute path: those of names, and "<" of a closing tag. */
const NAME = 1 << 16
const ASSIGN = 1 << 19
const LONG_HEX = 12
const CLASSES: readonly (readonly [string, number])[] = [
  ["0123456789", has.digit | HEX | NAME],
  ["abcdefABCDEF", HEX | NAME],
  ["ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ_.~<-/\\", NAME],
  ["mnsuh", UNIT_LETTER],
  [":", has.colon],
  ["/\\", has.slash],
  ["-", has.dash],
  ["@", has.at],
  ["[", has.bracket],
  ["(", has.paren],
  [">", has.angle],
  ["=", has.equals],
  ["xX", has.x],
  ["=:#-\"'", ASSIGN],
]
/** Two neighbours that mean something together. */
const PAIRS = has.digit | has.slash | UNIT_LETTER
const BITS: Uint32Array = new Uint32Array(128)
for (const [characters, bits] of CLASSES) {
  for (const character of characters)
    BITS[character.charCodeAt(0)] = (BITS[character.charCodeAt(0)] ?? 0) | bits
}
const NO_BREAK_SPACE = 0xa0
const MICRO = 0xb5
const MU = 0x3bc

/** Splits at runs of white space, in one pass over the characters. */
export function splitWords(text: string): Words {
  const texts: string[] = []
  const holds: number[] = []
  let start = 0
  let bits = 0
  let before = 0
  let hex = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code <= 32 || code === NO_BREAK_SPACE) {
      if (index > start) {
        texts.push(text.slice(start, index))
        holds.push(bits)
      }
      start = index + 1
      bits = before = hex = 0
      continue
    }
    const here = code < 128 ? (BITS[code] ?? 0) : code === MICRO || code === MU ? UNIT_LETTER : 0
    bits |= here
    if ((here & PAIRS) !== 0) bits |= pairBits(before, here)
    hex = (here & HEX) === 0 ? 0 : hex + 1
    if (hex === LONG_HEX) bits |= has.long_hex
    before = here
  }
  if (text.length > start) {
    texts.push(text.slice(start))
    holds.push(bits)
  }
  return { texts, holds }
}

function pairBits(before: number, here: number): number {
  if ((here & has.slash) !== 0) return (before & NAME) === 0 ? has.root : 0
  if ((here & has.digit) === 0) return (before & has.digit) === 0 ? 0 : has.unit
  const place = (before & has.colon) === 0 ? 0 : has.place
  const slash = (before & has.slash) === 0 ? 0 : has.slash_digit
  return place | slash | ((before & ASSIGN) === 0 ? 0 : has.assigned)
}
