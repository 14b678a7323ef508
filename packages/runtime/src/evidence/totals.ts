import { isSummaryWord } from "./parsers/telling_part.ts"

/** Totals that stand together in an output: "2 tests, 1 failure", or "5 passing" above "1 failing". */
export interface Totals {
  /** The most failures that one of its lines counts. */
  readonly failed: number
  /** The most tests that one of its lines counts, as a total or as passed. */
  readonly tests: number
  /** How many counts it holds; one alone may be anything's. */
  readonly counts: number
  /** It counts the failures, or says that all passed: as many as ran, or "OK". */
  readonly is_complete: boolean
  /** The last of its lines that counts failures counts some, and no "OK" stands below. */
  readonly ends_failed: boolean
  /** Nothing stands above it. */
  readonly is_first: boolean
  /** Its first line that counts a failure, else its first line. */
  readonly line: string
  /** Where its last line ends in the text. */
  readonly end: number
}

const LONGEST = 240
/** Lines without a count that may stand between two lines of one block. */
const APART = 3
/** The part of a line's words that may be none of a summary. */
const FOREIGN = 0.4

const NOUN =
  "(?:(?:unit )?(?:tests?|specs?|examples?|cases?|scenarios?|suites?|files?|features?|steps?|checks?|assert(?:ion)?s?) )"
/** "1 failed", "1/3 tests failed", "failed: 1", "failures=1", "# fail 1"; not "expected failures=1". */
const counted = (words: string): RegExp => {
  const source = [
    String.raw`(?<![\w.:/-])(\d{1,9})(?:\/\d{1,9})? ${NOUN}{0,2}(?:${words})\b`,
    String.raw`(?<!expected )\b(?:${words})(?: tests?)?\s?[:=]\s{0,16}(\d{1,9})\b(?![.%])`,
    String.raw`^[^\w\n]{0,8}(?:${words})\s{1,16}(\d{1,9})[^\w\n]{0,8}$`,
  ].join("|")
  return new RegExp(source, "gi")
}
const FAILED = counted("fail(?:ed|ing|s|ures?)?|errors?|errored|broken|not ok")
const PASSED = counted("pass(?:ed|es|ing)?|ok|success(?:es|ful)?|succeeded")
const TOTAL = counted("tests? run|tests?|specs?|examples?|scenarios?|test cases?|assertions?|total|runs")
/** "Tests  2 passed (2)". */
const IN_BRACKETS = /\((\d{1,9})\)\s{0,8}$/
/** "OK", "OK (2 tests)", and a line with each outcome and the time it took: "2 passed, 1 skipped in 0.10s". */
const ALL_PASSED =
  /^\s{0,8}OK(?: \([^()\n]{1,80}\))?\s{0,8}$|^=* ?\d{1,9} passed(?:, \d{1,9} [a-z]{4,12}){0,8} in \d{1,9}\.\d{1,3}s/
/** The title of a test may hold anything. */
const TITLE = /^\s{0,32}(?:[✓✔√☑]|ok\s{1,8}(?:\d{1,9}\s{1,8})?-)/

interface CountLine {
  readonly failed: readonly number[]
  readonly passed: readonly number[]
  readonly totals: readonly number[]
  readonly all_passed: boolean
  readonly line: string
}

/** The totals in a text, those that stand together in one, in their order. Linear in the text. */
export function totalsIn(text: string): readonly Totals[] {
  const found: Totals[] = []
  let lines: CountLine[] = []
  let last = Number.NEGATIVE_INFINITY
  let end = -1
  for (const [at, line] of text.split("\n").entries()) {
    end += line.length + 1
    const counts = readCountLine(line)
    if (counts === null) continue
    if (at - last > APART) lines = []
    else found.pop()
    last = at
    lines.push(counts)
    found.push(totalsOf(lines, at === 0 || (found.length === 0 && lines.length > at), end))
  }
  return found
}

/** The counts in a line that holds nothing else, but a few words; null for any other line. */
function readCountLine(line: string): CountLine | null {
  if (line.length > LONGEST || TITLE.test(line)) return null
  const all_passed = ALL_PASSED.test(line)
  if (!all_passed && !/\d/.test(line)) return null
  const [failed, passed, totals] = [numbersOf(line, FAILED), numbersOf(line, PASSED), numbersOf(line, TOTAL)]
  if (!all_passed && failed.length + passed.length + totals.length === 0) return null
  const words = line.toLowerCase().match(/\p{L}{2,}/gu) ?? []
  if (words.filter((word) => !isSummaryWord(word)).length > words.length * FOREIGN) return null
  const [, bracketed] = passed.length === 0 ? [] : (IN_BRACKETS.exec(line) ?? [])
  const all = bracketed === undefined ? totals : [...totals, Number(bracketed)]
  return { failed, passed, totals: all, all_passed, line: line.trim() }
}

function numbersOf(line: string, pattern: RegExp): readonly number[] {
  return [...line.matchAll(pattern)].map(([, ...groups]) =>
    Number(groups.find((group) => group !== undefined)),
  )
}

function totalsOf(lines: readonly CountLine[], is_first: boolean, end: number): Totals {
  const [failed, passed, totals] = (["failed", "passed", "totals"] as const).map((name) =>
    lines.flatMap((line) => line[name]),
  ) as [number[], number[], number[]]
  const telling = lines.find((line) => line.failed.some((count) => count > 0)) ?? lines[0]
  return {
    failed: Math.max(0, ...failed),
    tests: Math.max(0, ...passed, ...totals),
    counts: failed.length + passed.length + totals.length,
    is_complete:
      failed.length > 0 ||
      lines.some(({ all_passed }) => all_passed) ||
      passed.some((count) => count > 0 && totals.includes(count)),
    ends_failed:
      lines
        .findLast((line) => line.failed.length > 0 || line.all_passed)
        ?.failed.some((count) => count > 0) === true,
    is_first,
    line: telling?.line ?? "",
    end,
  }
}
