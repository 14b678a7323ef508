import { isSummaryWord } from "./parsers/telling_part.ts"

/** Totals that stand together in an output: "2 tests, 1 failure", or "5 passing" above "1 failing". */
export interface Totals {
  /** The most failures that one of its lines counts: "1 failed, 2 timed out" are 3. */
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
  readonly lines: readonly CountLine[]
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
const WORDS = [
  "fail(?:ed|ing|s|ures?)?|errors?|errored|broken|not ok|timed out",
  "pass(?:ed|es|ing)?|ok|success(?:es|ful)?|succeeded",
  "tests? run|tests?|specs?|examples?|scenarios?|test cases?|assertions?|total|runs",
] as const
const [FAILED, PASSED, TOTAL] = WORDS.map(counted) as [RegExp, RegExp, RegExp]
/** A cheap look: each count stands beside one of those words, and so does what tells that all passed. */
const MAY_COUNT =
  /\b(?:fail|error|broken|not ok|timed out|pass|ok\b|success|succeeded|test|spec|example|scenario|assertion|total|runs\b)/gi
const TESTS = counted("tests? run|tests?|specs?|examples?|scenarios?|test cases?|total|runs")
const LEFT_OUT = counted("skip(?:s|ped)?|pending|todo|ignored|disabled")
/** "2 tests collected", "5 specs were found": whatever was done with them, they need not have run. */
const NOT_RUN =
  /\b(?:tests?|specs?|examples?|scenarios?|test cases?) (?:were |was )?(?!(?:execut|complet|finish|pass|fail|succeed|perform|skipp|ignor|error)ed\b)\w{2,16}(?:ed|und)\b/i
/** "Tests  2 passed (2)". */
const IN_BRACKETS = /\((\d{1,9})\)\s{0,8}$/
/** "OK", "OK (2 tests)", and a line with each outcome and the time it took: "2 passed, 1 skipped in 0.10s". */
const ALL_PASSED =
  /^\s{0,8}OK(?: \([^()\n]{1,80}\))?\s{0,8}$|^=* ?\d{1,9} passed(?:, \d{1,9} [a-z]{4,12}){0,8} in \d{1,9}\.\d{1,3}s/
/** The title of a test may hold anything, and so may a frame of a stack. */
const TITLE = /^\s{0,32}(?:[✓✔√☑]|ok\s{1,8}(?:\d{1,9}\s{1,8})?-|at )/
const OF_FILES = /^\W{0,8}(?:test )?(?:files|suites)\b/i
const OUTCOME = /^(?:ok|failed|passed)$/

interface CountLine {
  readonly failed: readonly number[]
  readonly passed: readonly number[]
  readonly totals: readonly number[]
  readonly tests: readonly number[]
  readonly left_out: readonly number[]
  /** Its words without what it counts: runs of one tool print the same. */
  readonly form: string
  readonly all_passed: boolean
  readonly line: string
}

/** The totals in a text, those that stand together in one, in their order. Linear in the text. */
export function totalsIn(text: string): readonly Totals[] {
  const found: Totals[] = []
  let lines: CountLine[] = []
  let last = Number.NEGATIVE_INFINITY
  let at = 0
  let start = 0
  let end = -1
  for (;;) {
    MAY_COUNT.lastIndex = end + 1
    const next = MAY_COUNT.exec(text)?.index ?? -1
    if (next === -1) return found
    for (end = text.indexOf("\n", start); end !== -1 && end < next; end = text.indexOf("\n", start)) {
      start = end + 1
      at += 1
    }
    if (end === -1) end = text.length
    const counts = readCountLine(text.slice(start, end))
    if (counts === null) continue
    if (at - last > APART) lines = []
    else found.pop()
    last = at
    lines.push(counts)
    found.push(totalsOf(lines, at === 0 || (found.length === 0 && lines.length > at), end))
  }
}

export interface CountedTests {
  /** Those that passed and those that failed, else all but those left out; null: it does not say. */
  readonly run: number | null
  readonly failed: number
}

/**
 * How many tests ran and failed by the last totals, and by those of other runs in the same words; null where they
 * count no test.
 */
export function testsCounted(totals: readonly Totals[]): CountedTests | null {
  const lines = totals.at(-1)?.lines.filter(({ line }) => !OF_FILES.test(line)) ?? []
  const most = (name: "passed" | "failed"): number =>
    Math.max(-1, ...lines.filter((line) => line[name].length > 0).map((line) => sum(line[name])))
  const [passed, failed] = [most("passed"), most("failed")]
  const whole = lines.filter((line) => line.passed.length > 0 && line.failed.length + line.totals.length > 0)
  const [fullest] = whole.toSorted((left, right) => ranOn(right) - ranOn(left))
  if (fullest !== undefined) {
    const alike = totals.flatMap((block) => block.lines).filter(({ form }) => form === fullest.form)
    const all_failed = sum(alike.flatMap((line) => line.failed))
    return { run: sum(alike.map(ranOn)), failed: Math.max(failed, all_failed, 0) }
  }
  const all =
    Math.max(0, ...lines.flatMap(({ tests }) => tests)) - sum(lines.flatMap((line) => line.left_out))
  // "1 test failed" counts no test but that one.
  if (passed < 1 && all <= Math.max(0, failed)) return all > 0 ? { run: null, failed } : null
  return {
    run: passed >= 0 && failed >= 0 ? passed + failed : Math.max(all, passed),
    failed: failed < 0 && passed > 0 && all > passed ? all - passed : Math.max(0, failed),
  }
}

function ranOn({ passed, failed }: CountLine): number {
  return sum(passed) + sum(failed)
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
  const [tests, left_out] = [NOT_RUN.test(line) ? [] : numbersOf(line, TESTS), numbersOf(line, LEFT_OUT)]
  const form = words.filter((word) => isSummaryWord(word) && !OUTCOME.test(word)).join(" ")
  return { failed, passed, totals: all, tests, left_out, form, all_passed, line: line.trim() }
}

/** Whether a line holds counts of tests, and nothing else but a few words. */
export function isTotalsLine(line: string): boolean {
  return line.search(MAY_COUNT) !== -1 && readCountLine(line) !== null
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((left, right) => left + right, 0)
}

/** `matchAll` copies the pattern each time, which takes longer than all else here. */
function numbersOf(line: string, pattern: RegExp): readonly number[] {
  const numbers: number[] = []
  pattern.lastIndex = 0
  for (let found = pattern.exec(line); found !== null; found = pattern.exec(line))
    numbers.push(Number(found[1] ?? found[2] ?? found[3]))
  return numbers
}

function totalsOf(lines: readonly CountLine[], is_first: boolean, end: number): Totals {
  const [failed, passed, totals] = (["failed", "passed", "totals"] as const).map((name) =>
    lines.flatMap((line) => line[name]),
  ) as [number[], number[], number[]]
  const most_failed = Math.max(0, ...lines.map((line) => sum(line.failed)))
  const telling = lines.find((line) => line.failed.some((count) => count > 0)) ?? lines[0]
  return {
    failed: most_failed,
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
    lines,
    line: telling?.line ?? "",
    end,
  }
}
