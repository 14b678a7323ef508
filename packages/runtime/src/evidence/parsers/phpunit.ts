import { isEnvironmentFailure } from "../environment.ts"
import type { OutputParser, ParsedDiagnostic } from "./parser.ts"
import { classOf, readError } from "./phpunit/error.ts"
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
const FATAL = /^(?:PHP )?(Fatal|Parse) error: {1,2}(.{1,4000})$/
const UNCAUGHT = /^Uncaught /
const PLACE = / in (\S.{0,1000}?\.(?:php|phpt|inc))(?:(?::| on line )(\d{1,9}))?$/
const SECTION = /^There (?:was|were) \d{1,9} (.{1,60}):$/
const ENTRY = /^\d{1,7}\) ([\w\\]{1,512}::\S.{0,4000}|\/.{1,1000}\.phpt)$/
const TEST =
  /^([\w\\]{1,512}::\w{1,256})(?: with data set (#\d{1,9}|".{0,1000}?")(?: \(.{0,4000}| with data .{0,4000})?)?$/
const ENDS =
  /^(?:--|FAILURES!|ERRORS!|WARNINGS!|OK, but .{1,100}|OK \(.{1,100}\)|Tests: \d{1,9}, .{1,400}|Time: .{1,100})$/

/** Reads PHPUnit 6 to 11: default and testdox. A test id is "Class::test", with a data set's name, not its values. */
export const phpunitParser: OutputParser = {
  name: "phpunit",
  always_reports: true,
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

/** Reads the error that ended PHP itself: a file that cannot be parsed or found. The log and the screen both print it. */
function readFatalErrors(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found = new Map<string, ParsedDiagnostic>()
  for (const line of lines) {
    const [, level, text = ""] = FATAL.exec(line) ?? []
    if (level === undefined) continue
    const [place = "", path, row] = PLACE.exec(text) ?? []
    const message = text.slice(0, text.length - place.length).replace(UNCAUGHT, "")
    found.set(`${path} ${message}`, {
      kind: isEnvironmentFailure(message) ? "environment" : "build",
      code: classOf(message) ?? `${level.toLowerCase()}_error`,
      message,
      location: path === undefined ? undefined : { path, line: Number(row ?? 0) },
    })
  }
  return [...found.values()]
}

/** Reads the entries of errors and failures. Risky, skipped and incomplete tests and warnings fail no run. */
function readFailures(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found: ParsedDiagnostic[] = []
  let section = ""
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ""
    section = SECTION.exec(line)?.[1] ?? section
    const title = /^(?:errors?|failures?)$/.test(section) ? ENTRY.exec(line)?.[1] : undefined
    if (title === undefined) continue
    let end = index + 1
    while (end < lines.length && !isEnd(lines[end] ?? "")) end += 1
    found.push({ ...readError(lines.slice(index + 1, end)), test_id: toTestId(title) })
    index = end - 1
  }
  return found
}

function isEnd(line: string): boolean {
  return ENTRY.test(line) || ENDS.test(line) || SECTION.test(line)
}

/** The values of a data set add nothing to its name, and may change from run to run. */
function toTestId(title: string): string {
  const [, name, set] = TEST.exec(title) ?? []
  if (name === undefined) return title
  return set === undefined ? name : `${name} with data set ${set}`
}
