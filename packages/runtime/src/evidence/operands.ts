/** Where the operands of an assertion begin and end in a line: what lies between is compared as it is. */
export interface OperandSpan {
  readonly start: number
  readonly end: number
}

const WORD =
  /\b(?:(?:expect(?:ed|ing|s)?|actual(?:ly)?|got|received|want(?:ed)?|but was|assert(?:ed|ion failed)?|to (?:be|equal|deeply|strictly|have|match|contain|include|throw)|should (?:be|have|equal|not)|instead of)(?!\w)|assert_?[A-Za-z]\w{0,30}(?=\()|left:|right:)/iy
/** Kinds of characters, and the first two letters of those words; only these are worth a match. */
const SIGN = 1
const LETTER = 2
const kinds: Uint8Array = new Uint8Array(128)
const starts: Uint8Array = new Uint8Array(128 * 128)
for (const character of "=!<>") kinds[character.charCodeAt(0)] = SIGN
for (let code = 48; code < 123; code += 1) if (/\w/.test(String.fromCharCode(code))) kinds[code] = LETTER
for (const pair of ["ex", "ac", "go", "re", "wa", "bu", "as", "to", "sh", "in", "le", "ri"]) {
  starts[pair.charCodeAt(0) * 128 + pair.charCodeAt(1)] = 1
}
const VALGRIND = /^==\d{1,8}==/
const INFIX = /^(?:to|should|instead)/i
const WANT = /^want(?!\w)/
const ASSERTION = /AssertionError(?: \[\w{1,64}\])?: /
const WITH_UNIT =
  /(?<![\w.])\d{1,9}(?:[.,]\d{1,20})?\s?(?:ms|µs|μs|us|ns|s|secs?|seconds?|milliseconds?|m|mins?|minutes?|h|hours?)(?!\w)/
const TRAILING_DURATION =
  /(?:\s[([]\s?\d{1,9}(?:[.,]\d{1,20})?\s?(?:ms|s|secs?|seconds?|milliseconds?|us|µs|ns|m|min)[)\]]|, in \d{1,9}(?:\.\d{1,20})?\s?(?:ms|s|secs?|seconds?))\s?=*$/
const TRAILING_LOCATION =
  /\s(?:\(|at |in )[^\s()"'`]{1,256}(?::\d{1,7}(?::\d{1,7})?|, line \d{1,7})\)?\s*$|\s\([^\s()"'`]{1,256}, line \d{1,7}\)\s*$/
const LAST_OF_DURATION = /[)\]s=]/
const LAST_OF_LOCATION = /[)\d]/
const ENDS_ON_WORD = /(?:expected|actual|got|received|wanted|but was|be|equal|than|[=!]==?|:)$/i
const DIFF_HEADER = /^\s*[-+] (?:Expected|Received|Actual)|\+ actual - expected|^\s*[-+]{3} |^@@ [-+]\d/i
const VALUE_NAMES: ReadonlySet<string> = new Set(["expected", "actual", "received", "got"])
const AFTER_NAMES = /(?:but was|(?:expected|actual|received) (?:value|result))$/i
/** The last of the ASCII characters that a line of a diff can begin with. */
const QUESTION_MARK = 63
const DIFF_LINE = /^\s*[-+?](?:\s|$)/

/**
 * The operands of an assertion line, or null. They begin after the last ": " before the first word or sign of
 * comparison, else at that word. They end at a closing "(0.13s)" or "(file.ts:3:5)". In doubt more is kept.
 * @requirement evidence.operands
 */
export function findOperands(line: string): OperandSpan | null {
  const index = findComparison(line)
  if (index === -1) return findAsserted(line)
  const colon = line.lastIndexOf(": ", index)
  if (WANT.test(line.slice(index, index + 5))) {
    return { start: startOfActual(line, index, colon), end: operandsEnd(line) }
  }
  const isInfix = isSign(line.charCodeAt(index)) || INFIX.test(line.slice(index, index + 7))
  const start = colon !== -1 && colon < index ? colon + 2 : isInfix ? 0 : index
  return { start, end: operandsEnd(line) }
}

/** Go's "Parse() = 10s, want 12s": what stands before "want" is the other operand, from its last "= " on. */
function startOfActual(line: string, index: number, colon: number): number {
  const equals = line.lastIndexOf("= ", index)
  if (equals > colon) return equals + 2
  return colon === -1 ? 0 : colon + 2
}

/** "AssertionError: elapsed 10s, limit 5s": the durations matter, although no word compares them. */
function findAsserted(line: string): OperandSpan | null {
  const found = line.includes("AssertionError") ? ASSERTION.exec(line) : null
  if (found === null) return null
  const [start, end] = [found.index + found[0].length, operandsEnd(line)]
  return WITH_UNIT.test(line.slice(start, end)) ? { start, end } : null
}

/** Position of the first word or sign of comparison, or -1. One pass over the characters. */
function findComparison(line: string): number {
  let before = 0
  const start = line.startsWith("==") ? (VALGRIND.exec(line)?.[0].length ?? 0) : 0
  for (let index = start; index < line.length; index += 1) {
    const code = line.charCodeAt(index)
    const kind = code < 128 ? (kinds[code] ?? 0) : 0
    if (kind === LETTER) {
      if (before !== LETTER && startsWord(line, index, code)) return index
    } else if (kind === SIGN && before !== SIGN && isComparison(line, index) && hasSides(line, index))
      return index
    before = kind
  }
  return -1
}

/** `==`, `===`, `!=`, `!==`, `<=`, `>=`, and `<>` between spaces; no rule of "=====" or "=== 3 failed ===", no arrow. */
function isComparison(line: string, index: number): boolean {
  const second = line[index + 1]
  const third = line[index + 2]
  if (second === ">") return line[index] === "<" && line[index - 1] === " " && third === " "
  if (second !== "=") return false
  if (third !== "=") return third !== ">"
  const [first, fourth] = [line[index], line[index + 3]]
  return fourth !== "=" && fourth !== ">" && (first === "=" || first === "!")
}

/** Called once or twice a line: only the first sign has nothing before it, and the last nothing behind it. */
function hasSides(line: string, index: number): boolean {
  const behind = line.slice(index + 2).trim()
  return behind !== "" && behind !== "=" && line.slice(0, index).trim() !== ""
}

function isSign(code: number): boolean {
  return code < 128 && kinds[code] === SIGN
}

function startsWord(line: string, index: number, code: number): boolean {
  const next = line.charCodeAt(index + 1) & 127
  if (starts[(code | 32) * 128 + (next | 32)] !== 1) return false
  WORD.lastIndex = index
  return WORD.test(line)
}

function operandsEnd(line: string): number {
  const end = line.trimEnd().length
  const last = line[end - 1] ?? ""
  const before_duration = LAST_OF_DURATION.test(last) ? beforeTrailing(line, end, TRAILING_DURATION) : end
  if (before_duration < end) return before_duration
  return LAST_OF_LOCATION.test(last) ? beforeTrailing(line, end, TRAILING_LOCATION) : line.length
}

/** Where the trailing part starts, unless it is itself what a value is compared with. */
function beforeTrailing(line: string, end: number, trailing: RegExp): number {
  const from = Math.max(0, end - 300)
  const found = trailing.exec(line.slice(from, end))
  if (found === null) return end
  const index = from + found.index
  return ENDS_ON_WORD.test(line.slice(Math.max(0, index - 16), index).trimEnd()) ? end : index
}

export type DiffState = "none" | "value_follows" | "diff"

/** What the following lines are: lines of a diff, and a value on its own line, are operands as well. */
export function nextDiffState(line: string, state: DiffState): DiffState {
  if (DIFF_HEADER.test(line)) return "diff"
  if (awaitsValue(line)) return "value_follows"
  if (state === "diff") return line === "" || /^[-+?@\s]/.test(line) ? "diff" : "none"
  return findComparison(line) === -1 ? "none" : "diff"
}

/** Whether the whole line is an operand because of the lines before it. */
export function isOperandLine(line: string, state: DiffState): boolean {
  return state === "value_follows" || (state === "diff" && DIFF_LINE.test(line))
}

/** Whether a line could be an operand below the given one: a cheap look before the states are followed. */
export function mayBeOperandLine(line: string, above: string): boolean {
  const first = line.charCodeAt(0)
  const may_be_of_diff = first <= QUESTION_MARK || first > 127
  return (may_be_of_diff && DIFF_LINE.test(line)) || awaitsValue(above)
}

/** "Expected:", "but was" and the like at the end of a line. */
function awaitsValue(line: string): boolean {
  const text = line.trimEnd()
  const end = text.endsWith(":") ? text.length - 1 : text.length
  const start = text.lastIndexOf(" ", end - 1) + 1
  if (end - start < 3 || end - start > 8) return false
  const word = text.slice(start, end).toLowerCase()
  if (VALUE_NAMES.has(word)) return true
  return (
    (word === "was" || word === "value" || word === "result") &&
    AFTER_NAMES.test(text.slice(Math.max(0, end - 20), end))
  )
}
