import type { OutputParser, ParsedDiagnostic } from "./parser.ts"
import { readFailures } from "./phpunit/failures.ts"
import { readFatalErrors } from "./phpunit/fatal.ts"
import { readTestdox, type TestdoxReport } from "./phpunit/testdox.ts"
import { sumOfWords, withStated } from "./stated.ts"

const BANNER = /^PHPUnit \d{1,3}\.\d{1,4}[\w.-]{0,40} by Sebastian Bergmann/m
const PASSED = /^OK \((\d{1,9}) tests?, \d{1,9} assertions?\)$/
const COUNTED = /^Tests: (\d{1,9}), Assertions: \d{1,9}((?:, [A-Z][A-Za-z ]{2,40}: \d{1,9}){0,12})\.$/
const LEFT_OUT = /, (?:Skipped|Incomplete): (\d{1,9})/g
const FAILED = /, (?:Errors|Failures): (\d{1,9})/g
const SUMMARY_ONCE =
  /^(?:OK \(\d{1,9} tests?, \d{1,9} assertion|Tests: \d{1,9}, Assertions: \d|There (?:was|were) \d{1,9} (?:error|failure)s?:$)/m
const NOT_RUN = /^(?:No tests executed!|No tests found in class )/
const USAGE =
  /^(?:Cannot open file ".{1,1024}"\.|Test (?:file|directory) ".{1,1024}" not found|Unknown option ".{1,200}".{0,200}|Could not read ".{1,1024}"\.)$/

/**
 * Reads PHPUnit 6 to 11: default and testdox. A test id is "Class::test", with the name of a data set, without its
 * values.
 */
export const phpunitParser: OutputParser = {
  name: "phpunit",
  marks: [
    " by Sebastian Bergmann",
    " assertions)",
    " assertion)",
    ", Assertions: ",
    "There was 1 ",
    "There were ",
    "PHPUnit",
  ],
  recognises: (text) =>
    (text.includes(" by Sebastian Bergmann") && BANNER.test(text)) ||
    (mayBeSummary(text) && SUMMARY_ONCE.test(text)) ||
    (text.includes("PHPUnit") && readFatalErrors(text.split("\n")).length > 0),
  parse: (text) => {
    const lines = text.split("\n")
    const tests_run = countTests(lines)
    const testdox = readTestdox(lines)
    const diagnostics = [...readAll(lines, testdox), ...readFatalErrors(lines), ...readUsage(text, lines)]
    if (tests_run === null && diagnostics.length === 0) return null
    const is_complete = testdox.ran.length === tests_run
    const ran_test_ids = is_complete ? [...new Set(testdox.ran)] : null
    return withStated({ diagnostics, tests_run, ran_test_ids }, countFailed(lines))
  },
}

function mayBeSummary(text: string): boolean {
  return text.includes(" assertion") || text.includes(", Assertions: ") || text.includes("There w")
}

/** Newer versions print the failures below the testdox report as well. */
function readAll(lines: readonly string[], testdox: TestdoxReport): readonly ParsedDiagnostic[] {
  const listed = readFailures(lines)
  return listed.length > 0 && testdox.failures.length > 0
    ? testdox.failures
    : [...listed, ...testdox.failures]
}

function countTests(lines: readonly string[]): number | null {
  let count: number | null = null
  for (const line of lines) {
    const passed = PASSED.exec(line)?.[1]
    const [, counted, rest = ""] = COUNTED.exec(line) ?? []
    if (NOT_RUN.test(line)) count ??= 0
    if (passed !== undefined) count = (count ?? 0) + Number(passed)
    if (counted === undefined) continue
    const left_out = [...rest.matchAll(LEFT_OUT)].reduce((sum, [, number]) => sum + Number(number), 0)
    count = (count ?? 0) + Math.max(0, Number(counted) - left_out)
  }
  return count
}

function countFailed(lines: readonly string[]): number | null {
  const counts = lines.flatMap((line) => COUNTED.exec(line)?.[2] ?? [])
  return counts.length === 0 ? null : sumOfWords(counts.join(""), FAILED)
}

function readUsage(text: string, lines: readonly string[]): readonly ParsedDiagnostic[] {
  if (!BANNER.test(text)) return []
  return lines
    .filter((line) => USAGE.test(line))
    .map((message) => ({ kind: "runtime", code: "usage", message }))
}
