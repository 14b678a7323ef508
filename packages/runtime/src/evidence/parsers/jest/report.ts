import { loadFailureKind, readErrorBody, testFailureKind } from "../javascript/error_body.ts"
import type { ParsedDiagnostic, ParsedOutput } from "../parser.ts"
import { sumOfLines, withStated } from "../stated.ts"
import { testPath } from "../test_path.ts"

const FILE = /^ ?(?:FAIL|PASS) {1,2}(\S.{0,1023})$/
const AFTER_FILE = / \(\d{1,9}(?:\.\d{1,9})? m?s(?:, .{1,64})?\)$| \(\d{1,9} MB heap size\)$/
const HEADING = /^ {2}● (.{1,2000})$/
const LISTED = /^( {2,256})([✓✕○✎√×]) (.{1,2000})$/
const SUITE = /^( {2,256})(\S.{0,1999})$/
const DURATION = / \(\d{1,9}(?:\.\d{1,9})? m?s\)$/
const TESTS = /^Tests: {1,16}(\d.{1,200})$/
const FAILED_TESTS = /^Tests: {1,16}(\d{1,9}) failed/
const COVERAGE = /^Jest: .{0,400}coverage threshold for /
const NOT_LOADED = "Test suite failed to run"
const TEST_FILE = /\.(?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)__tests__\//

interface Listed {
  readonly test_id: string
  readonly outcome: "pass" | "fail" | "skip"
}

interface ReportReader {
  file: string
  readonly found: ParsedDiagnostic[]
  readonly listed: Listed[]
  tests_run: number | null
}

/** Reads what Jest prints for people; null if nothing of it is there. */
export function readJestReport(lines: readonly string[]): ParsedOutput | null {
  const reader: ReportReader = { file: "", found: [], listed: [], tests_run: null }
  let index = 0
  while (index < lines.length) index = readPart(lines, index, reader)
  const { tests_run, listed } = reader
  const found = lines.includes("Summary of all failing tests") ? withoutRepeats(reader.found) : reader.found
  const known = new Set(found.map(({ test_id }) => test_id))
  const cut = listed.filter(({ test_id, outcome }) => outcome === "fail" && !known.has(test_id))
  const diagnostics = [
    ...found,
    ...cut.map(({ test_id }): ParsedDiagnostic => ({ kind: "test", test_id, message: "failed" })),
  ]
  if (tests_run === null && diagnostics.length === 0) return null
  const ran = listed.filter(({ outcome }) => outcome !== "skip").map(({ test_id }) => test_id)
  const ran_test_ids = tests_run === ran.length ? ran : null
  return withStated({ diagnostics, tests_run, ran_test_ids }, sumOfLines(lines, FAILED_TESTS))
}

/** Reads what starts at a line and gives the line behind it. */
function readPart(lines: readonly string[], index: number, reader: ReportReader): number {
  const line = lines[index] ?? ""
  const file = FILE.exec(line)?.[1]
  if (file !== undefined) {
    reader.file = fileOf(file)
    return readList(lines, index + 1, reader)
  }
  const heading = HEADING.exec(line)?.[1]
  if (heading !== undefined) {
    const end = bodyEnd(lines, index + 1)
    if (heading !== "Console") reader.found.push(toDiagnostic(heading, lines.slice(index + 1, end), reader))
    return end
  }
  if (COVERAGE.test(line)) reader.found.push({ kind: "test", code: "coverage", message: line })
  if (line.startsWith("No tests found, exiting")) reader.tests_run ??= 0
  const tests = TESTS.exec(line)?.[1]
  if (tests !== undefined) reader.tests_run = (reader.tests_run ?? 0) + countRan(tests)
  return index + 1
}

/** "projects name test/a.test.js (5.1 s)": without the name of the project, if the path has no spaces. */
function fileOf(text: string): string {
  const path = text.replace(AFTER_FILE, "").replace(AFTER_FILE, "").trim()
  const last = path.slice(path.lastIndexOf(" ") + 1)
  return TEST_FILE.test(last) ? last : path
}

/** The tree of tests below the name of a file, which the verbose reporter prints. */
function readList(lines: readonly string[], start: number, reader: ReportReader): number {
  const open: string[] = []
  let index = start
  for (; index < lines.length; index += 1) {
    const line = lines[index] ?? ""
    const test = LISTED.exec(line)
    const suite = test === null && !HEADING.test(line) ? SUITE.exec(line) : null
    if (test === null && suite === null) return index
    const depth = Math.floor(((test ?? suite)?.[1] ?? "").length / 2) - 1
    open.length = Math.min(open.length, depth)
    if (suite !== null) open.push(suite[2] ?? "")
    else if (test !== null) reader.listed.push(toListed(reader.file, open, test[2] ?? "", test[3] ?? ""))
  }
  return index
}

function toListed(file: string, suites: readonly string[], mark: string, name: string): Listed {
  const outcome = mark === "✓" || mark === "√" ? "pass" : mark === "✕" || mark === "×" ? "fail" : "skip"
  return { test_id: testPath([file, ...suites, name.replace(DURATION, "")].map(plain)), outcome }
}

/** Jest joins the names of suites by this sign; a sign within a name looks the same. */
function plain(name: string): string {
  return name.replaceAll(" › ", " > ")
}

/** The body of a failure is indented by four spaces. */
function bodyEnd(lines: readonly string[], start: number): number {
  let end = start
  while (end < lines.length && (lines[end] === "" || (lines[end] ?? "").startsWith("    "))) end += 1
  return end
}

function toDiagnostic(heading: string, body: readonly string[], { file }: ReportReader): ParsedDiagnostic {
  const { message, code, location } = readErrorBody(heading === NOT_LOADED ? withoutAdvice(body) : body)
  const text = message === "" ? "failed" : message
  if (heading === NOT_LOADED) {
    const path = file === "" ? location?.path : file
    return {
      kind: loadFailureKind(text),
      code: code ?? "load",
      message: text,
      location: path === undefined ? undefined : { ...location, path },
    }
  }
  const is_test_file = location !== undefined && TEST_FILE.test(location.path)
  const owner = file === "" && is_test_file ? location.path : file
  return {
    kind: testFailureKind(text),
    test_id: testPath([owner, plain(heading)]),
    code,
    message: text,
    location,
  }
}

/** A file that cannot be parsed has its error below a page of advice. */
function withoutAdvice(body: readonly string[]): readonly string[] {
  return body.slice(body.findIndex((line) => line.trim() === "Details:") + 1)
}

function countRan(summary: string): number {
  let count = 0
  for (const [, part] of summary.matchAll(/(\d{1,9}) (?:failed|passed)/g)) count += Number(part)
  return count
}

/** After many files Jest prints every failure a second time. */
function withoutRepeats(found: readonly ParsedDiagnostic[]): readonly ParsedDiagnostic[] {
  const unique = new Map(
    found.map((failure) => [[failure.test_id, failure.location?.path, failure.message].join("\n"), failure]),
  )
  return [...unique.values()]
}
