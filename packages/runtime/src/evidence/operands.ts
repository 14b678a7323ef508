/** Where the operands of an assertion begin and end in a line: what lies between is compared as it is. */
export interface OperandSpan {
  readonly start: number
  readonly end: number
}

const WORD =
  /\b(?:expect(?:ed|ing|s)?|actual(?:ly)?|got|received|want(?:ed)?|but was|assert(?:ed|ion failed)?|assert_?[A-Za-z]\w{0,30}(?=\()|to (?:be|equal|deeply|strictly|have|match|contain|include|throw)|should (?:be|have|equal|not)|instead of|left:|right:)/iy
/** The first two letters of those words: nothing else is worth a match. */
const STARTS: ReadonlySet<number> = new Set(
  ["ex", "ac", "go", "re", "wa", "bu", "as", "to", "sh", "in", "le", "ri"].map(
    (pair) => pair.charCodeAt(0) * 128 + pair.charCodeAt(1),
  ),
)
const VALGRIND = /^==\d{1,8}==/
const INFIX = /^(?:to|should|instead)/i
const TRAILING_DURATION =
  /(?:\s[([]\s?\d{1,9}(?:[.,]\d{1,9})?\s?(?:ms|s|secs?|seconds?|milliseconds?|us|µs|ns|m|min)[)\]]|, in \d{1,9}(?:\.\d{1,9})?\s?(?:ms|s|secs?|seconds?))\s?=*$/
const TRAILING_LOCATION =
  /\s(?:\(|at |in )[^\s()"'`]{1,256}(?::\d{1,7}(?::\d{1,7})?|, line \d{1,7})\)?\s*$|\s\([^\s()"'`]{1,256}, line \d{1,7}\)\s*$/
const MAY_TRAIL = /[)\]=sd\d]\s*$/
const ENDS_ON_WORD = /(?:expected|actual|got|received|wanted|but was|be|equal|than|[=!]==?|:)$/i
const DIFF_HEADER = /^\s*[-+] (?:Expected|Received|Actual)|\+ actual - expected|^\s*[-+]{3} /i
const AWAITS_VALUE = /(?:expected|actual|received|got|but was|result)(?: value)?\s*:?$/i
const DIFF_LINE = /^\s*[-+?](?:\s|$)/

/**
 * The operands of an assertion line, or null: everything from the last ": " before the first word or sign of comparison
 * (else from that word) up to a closing "(0.13s)" or "(file.ts:3:5)". In doubt more is kept (architecture section 4).
 */
export function findOperands(line: string): OperandSpan | null {
  const index = findComparison(line)
  if (index === -1) return null
  const colon = line.lastIndexOf(": ", index)
  const isInfix = isSign(line.charCodeAt(index)) || INFIX.test(line.slice(index, index + 7))
  const start = colon !== -1 && colon < index ? colon + 2 : isInfix ? 0 : index
  return { start, end: operandsEnd(line) }
}

/** Position of the first word or sign of comparison, or -1. One pass over the characters. */
function findComparison(line: string): number {
  let previous = 32
  for (let index = VALGRIND.exec(line)?.[0].length ?? 0; index < line.length; index += 1) {
    const code = line.charCodeAt(index)
    if (isSign(code) && isComparison(line, index, previous)) return index
    // A word starts where no letter, digit or underscore stands before.
    if (code >= 65 && code < 128 && !isWordCharacter(previous) && startsWord(line, index, code)) return index
    previous = code
  }
  return -1
}

/** `==`, `===`, `!=`, `!==`, `<=`, `>=`, and `<>` between spaces; not a rule of "=====", not an arrow. */
function isComparison(line: string, index: number, previous: number): boolean {
  if (isSign(previous)) return false
  const [second, third, fourth] = [1, 2, 3].map((offset) => line[index + offset] ?? "")
  if (second === ">") return line[index] === "<" && previous === 32 && third === " "
  if (second !== "=") return false
  return third === "=" ? fourth !== "=" && fourth !== ">" && /[=!]/.test(line[index] ?? "") : third !== ">"
}

function isSign(code: number): boolean {
  return code === 61 || code === 33 || code === 60 || code === 62
}

function isWordCharacter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
  )
}

function startsWord(line: string, index: number, code: number): boolean {
  const pair = (code | 32) * 128 + (line.charCodeAt(index + 1) | 32)
  if (!STARTS.has(pair)) return false
  WORD.lastIndex = index
  return WORD.test(line)
}

function operandsEnd(line: string): number {
  let end = line.length
  for (const trailing of [TRAILING_DURATION, TRAILING_LOCATION]) {
    if (!MAY_TRAIL.test(line.slice(end - 2, end))) continue
    const from = Math.max(0, end - 300)
    const found = trailing.exec(line.slice(from, end))
    if (found === null) continue
    const index = from + found.index
    if (!ENDS_ON_WORD.test(line.slice(Math.max(0, index - 16), index).trimEnd())) end = index
  }
  return end
}

export type DiffState = "none" | "value_follows" | "diff"

/** What the lines after this one are: the lines of a diff and a value on a line of its own are operands as well. */
export function nextDiffState(line: string, state: DiffState): DiffState {
  if (DIFF_HEADER.test(line)) return "diff"
  if (AWAITS_VALUE.test(line.slice(-40).trimEnd())) return "value_follows"
  if (state === "diff") return line === "" || /^[-+?\s]/.test(line) ? "diff" : "none"
  return findComparison(line) === -1 ? "none" : "diff"
}

/** Whether the whole line is an operand because of the lines before it. */
export function isOperandLine(line: string, state: DiffState): boolean {
  return state === "value_follows" || (state === "diff" && DIFF_LINE.test(line))
}
