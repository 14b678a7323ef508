/** What a word holds, as bits: enough to skip most rules without a look at the word itself. */
export const HAS = {
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
  letter: 1048576,
  /** At least 8 hexadecimal digits in a row. */
  long_hex: 8192,
} as const

const HEX = 1 << 14
const UNIT_LETTER = 1 << 15
/** Characters after which a slash does not start an absolute path: those of names, and "<" of a closing tag. */
const NAME = 1 << 16
const ASSIGN = 1 << 19
const LONG_HEX = 8
const CLASSES: readonly (readonly [string, number])[] = [
  ["0123456789", HAS.digit | HEX | NAME],
  ["abcdefABCDEF", HEX | HAS.letter],
  ["ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ", HAS.letter],
  ["abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.~<-/\\", NAME],
  ["mnsuh", UNIT_LETTER],
  [":", HAS.colon],
  ["/\\", HAS.slash],
  ["-", HAS.dash],
  ["@", HAS.at],
  ["[", HAS.bracket],
  ["(", HAS.paren],
  [">", HAS.angle],
  ["=", HAS.equals],
  ["xX", HAS.x],
  ["=:#-\"'", ASSIGN],
]
/** Two neighbours that mean something together. */
const PAIRS = HAS.digit | HAS.slash | UNIT_LETTER
const classBits: Int32Array = new Int32Array(128)
for (const [characters, bits] of CLASSES) {
  for (const character of characters)
    classBits[character.charCodeAt(0)] = (classBits[character.charCodeAt(0)] ?? 0) | bits
}
const NO_BREAK_SPACE = 0xa0
const MICRO = 0xb5
const MU = 0x3bc

/** Walks over the words of a text, the runs between white space, in one pass over its characters. */
export class WordCursor {
  readonly text: string
  start = 0
  end = 0
  holds = 0
  /** Whether white space other than a single space was passed. */
  is_loose = false

  constructor(text: string) {
    this.text = text
  }

  /** Moves to the next word; false behind the last one. */
  advance(): boolean {
    const text = this.text
    let index = this.end
    while (index < text.length && isSpace(text.charCodeAt(index))) index += 1
    const gap = index - this.end
    if (gap > 1 || (gap === 1 && text.charCodeAt(this.end) !== 32)) this.is_loose = true
    this.start = index
    let bits = 0
    let before = 0
    let hex = 0
    for (; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      if (isSpace(code)) break
      const here = code < 128 ? (classBits[code] ?? 0) : code === MICRO || code === MU ? UNIT_LETTER : 0
      bits |= here
      if ((here & PAIRS) !== 0) bits |= pairBits(before, here)
      hex = (here & HEX) === 0 ? 0 : hex + 1
      if (hex === LONG_HEX) bits |= HAS.long_hex
      before = here
    }
    this.end = index
    this.holds = bits
    return index > this.start
  }
}

/** Start of the word that ends before a position; the position itself if there is none. */
export function startOfPrevious(text: string, position: number): number {
  let start = position
  while (start > 0 && isSpace(text.charCodeAt(start - 1))) start -= 1
  if (start === 0) return position
  while (start > 0 && !isSpace(text.charCodeAt(start - 1))) start -= 1
  return start
}

/** End of the word that starts behind a position; the position itself if there is none. */
export function endOfNext(text: string, position: number): number {
  let end = position
  while (end < text.length && isSpace(text.charCodeAt(end))) end += 1
  if (end === text.length) return position
  while (end < text.length && !isSpace(text.charCodeAt(end))) end += 1
  return end
}

export function isSpace(code: number): boolean {
  return code <= 32 || code === NO_BREAK_SPACE
}

function pairBits(before: number, here: number): number {
  if ((here & HAS.slash) !== 0) return (before & NAME) === 0 ? HAS.root : 0
  if ((here & HAS.digit) === 0) return (before & HAS.digit) === 0 ? 0 : HAS.unit
  const place = (before & HAS.colon) === 0 ? 0 : HAS.place
  const slash = (before & HAS.slash) === 0 ? 0 : HAS.slash_digit
  return place | slash | ((before & ASSIGN) === 0 ? 0 : HAS.assigned)
}
