/** Where the operands of an assertion begin and end in a line: what lies between is compared as it is. */
export interface OperandSpan {
  readonly start: number
  readonly end: number
}

const OPERAND_WORD =
  /\b(?:expect(?:ed|ing|s)?|actual(?:ly)?|got|received|want(?:ed)?|but was|assert(?:ed|ion failed)?|assert_?[A-Za-z]\w{0,30}(?=\()|to (?:be|equal|deeply|strictly|have|match|contain|include|throw)|should (?:be|have|equal|not)|instead of|left:|right:)|(?<![=!<>])(?:[=!]==?|[<>]=)(?![=>])|(?<= )<>(?= )/i
const TRAILING_DURATION =
  /(?:\s[([]\s?\d{1,9}(?:[.,]\d{1,9})?\s?(?:ms|s|secs?|seconds?|milliseconds?|us|µs|ns|m|min)[)\]]|, in \d{1,9}(?:\.\d{1,9})?\s?(?:ms|s|secs?|seconds?))\s?=*$/
const TRAILING_LOCATION =
  /\s(?:\(|at |in )[^\s()"'`]{1,256}(?::\d{1,7}(?::\d{1,7})?|, line \d{1,7})\)?\s*$|\s\([^\s()"'`]{1,256}, line \d{1,7}\)\s*$/
const ENDS_ON_WORD = /(?:expected|actual|got|received|wanted|but was|be|equal|than|[=!]==?|:)$/i
const DIFF_HEADER = /^\s*[-+] (?:Expected|Received|Actual)|\+ actual - expected|^\s*[-+]{3} /i
const AWAITS_VALUE = /(?:expected|actual|received|got|but was|result)(?: value)?\s*:?$/i
const DIFF_LINE = /^\s*[-+?](?:\s|$)/

/**
 * The operands of an assertion line, or null: everything from the last ": " before the first word or sign of comparison
 * (else from that word) up to a closing "(0.13s)" or "(file.ts:3:5)". In doubt more is kept (architecture section 4).
 */
export function findOperands(line: string): OperandSpan | null {
  const found = OPERAND_WORD.exec(line)
  if (found === null) return null
  const colon = line.lastIndexOf(": ", found.index)
  const isInfix = !/^[\w ]{0,40}$/.test(found[0]) || /^(?:to|should|instead)/i.test(found[0])
  const start = colon !== -1 && colon < found.index ? colon + 2 : isInfix ? 0 : found.index
  return { start, end: operandsEnd(line) }
}

function operandsEnd(line: string): number {
  let end = line.length
  for (const trailing of [TRAILING_DURATION, TRAILING_LOCATION]) {
    const found = trailing.exec(line.slice(Math.max(0, end - 300), end))
    if (found === null) continue
    const index = Math.max(0, end - 300) + found.index
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
  return OPERAND_WORD.test(line) ? "diff" : "none"
}

/** Whether the whole line is an operand because of the lines before it. */
export function isOperandLine(line: string, state: DiffState): boolean {
  return state === "value_follows" || (state === "diff" && DIFF_LINE.test(line))
}
