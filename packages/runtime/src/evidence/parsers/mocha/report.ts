import { errorCodeIn } from "../error_line.ts"
import { isFrame, loadFailureKind, readErrorBody } from "../javascript/error_body.ts"
import type { ParsedDiagnostic, ParsedOutput } from "../parser.ts"
import { sumOfLines, withStated } from "../stated.ts"
import { testPath, withSuites } from "../test_path.ts"
import { isHook, toFailure } from "./failure.ts"

const PASSING = /^ {2}(\d{1,9}) passing(?: \(|$)/
const FAILING = /^ {2}(\d{1,9}) failing$/
const ENTRY = /^ {2}(\d{1,9})\) (.{1,2000})$/
const LISTED = /^( {2,256})(?:(✔|✓|√)|(\d{1,9})\)|-) (.{1,2000})$/
const SUITE = /^( {2,256})(\S.{0,1999})$/
const LIST_REPORTER = /^ {2}[✔✓√] .{1,2000}: \d{1,9}ms$/
const DURATION = / \(\d{1,9}ms\)$/
const EXCEPTION = /^ {0,2}(?:✖ ERROR: |Error: )?Exception during run: (.{0,4000})$/
const NO_FILES = /^Error: No test files found: /
const NEXT_COMMAND = /^(?:npm (?:ERR!|error)|> |\$ |error Command failed|ELIFECYCLE)/
const MAX_TITLES = 64

interface ReportReader {
  readonly found: ParsedDiagnostic[]
  readonly ran: string[]
  readonly open: string[]
  hooks: number
  tests_run: number | null
  is_tree: boolean
}

/** Reads a report for people; null if nothing of it is there. */
export function readMochaReport(lines: readonly string[]): ParsedOutput | null {
  const reader: ReportReader = { found: [], ran: [], open: [], hooks: 0, tests_run: null, is_tree: true }
  let index = 0
  while (index < lines.length) index = readPart(lines, index, reader)
  const { found, ran } = reader
  if (reader.tests_run === null && found.length === 0) return null
  const tests_run = reader.tests_run === null ? null : Math.max(0, reader.tests_run - reader.hooks)
  const is_complete = reader.is_tree && tests_run === ran.length
  const ran_test_ids = is_complete ? withSuites(ran) : null
  return withStated({ diagnostics: found, tests_run, ran_test_ids }, sumOfLines(lines, FAILING))
}

/** Reads what starts at a line and gives the line behind it. */
function readPart(lines: readonly string[], index: number, reader: ReportReader): number {
  const line = lines[index] ?? ""
  const passing = PASSING.exec(line)?.[1]
  if (passing !== undefined) {
    reader.tests_run = (reader.tests_run ?? 0) + Number(passing)
    reader.open.length = 0
    return index + 1
  }
  const failing = FAILING.exec(line)?.[1]
  if (failing !== undefined) {
    reader.tests_run = (reader.tests_run ?? 0) + Number(failing)
    return readFailures(lines, index + 1, reader)
  }
  const exception = EXCEPTION.exec(line)?.[1]
  if (exception !== undefined) return readException(lines, index, exception, reader)
  if (NO_FILES.test(line)) reader.tests_run ??= 0
  // The list reporter has no tree: each line names a test by all its suites.
  if (LIST_REPORTER.test(line)) reader.is_tree = false
  readListed(line, reader)
  return index + 1
}

/** A line of the tree that the spec reporter prints. Suites are lines without a mark; output of the tests looks alike. */
function readListed(line: string, { open, ran }: ReportReader): void {
  const test = LISTED.exec(line)
  const suite = test === null ? SUITE.exec(line) : null
  const depth = ((test ?? suite)?.[1] ?? "").length / 2 - 1
  if (!Number.isInteger(depth) || depth < 0 || depth > open.length) return
  open.length = depth
  if (suite !== null) open.push(suite[2] ?? "")
  if (test === null) return
  const [, , passed, failed, name = ""] = test
  if (passed !== undefined || (failed !== undefined && !isHook(name))) {
    ran.push(testPath([...open, name.replace(DURATION, "")]))
  }
}

function readFailures(lines: readonly string[], start: number, reader: ReportReader): number {
  let index = start
  for (let number = 1; index < lines.length;) {
    const line = lines[index] ?? ""
    if (line === "") index += 1
    else if (Number(ENTRY.exec(line)?.[1]) !== number) return index
    else {
      const names = readNames(lines, index)
      const from = index + names.length
      number += 1
      index = bodyEnd(lines, from, number)
      if (isHook(names.at(-1) ?? "")) reader.hooks += 1
      reader.found.push(toFailure(names, lines.slice(from, index)))
    }
  }
  return index
}

/** "1) suite", then one name a line, each two further in; a colon behind the last. */
function readNames(lines: readonly string[], start: number): readonly string[] {
  const names = [ENTRY.exec(lines[start] ?? "")?.[2] ?? ""]
  while (names.length < MAX_TITLES) {
    const line = lines[start + names.length] ?? ""
    const indent = 5 + 2 * names.length
    if (line.length - line.trimStart().length !== indent) break
    names.push(line.slice(indent))
  }
  return names.map((name, at) => (at === names.length - 1 ? name.replace(/:$/, "") : name))
}

/** An error ends at the next number, or at the empty line below its stack. */
function bodyEnd(lines: readonly string[], start: number, next: number): number {
  let was_frame = false
  let end = start
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? ""
    if (line.startsWith(`  ${next}) `) || NEXT_COMMAND.test(line)) break
    if (was_frame && line.trim() === "") break
    was_frame = isFrame(line)
  }
  return end
}

/** A file that could not be loaded ends the whole run. */
function readException(lines: readonly string[], index: number, first: string, reader: ReportReader): number {
  let end = index + 1
  while (end < lines.length && !isFrame(lines[end] ?? "") && !NEXT_COMMAND.test(lines[end] ?? "")) end += 1
  const told = [first, ...lines.slice(index + 1, end)]
  const error = told.findIndex((line) => errorCodeIn(line) !== undefined)
  const { message, code, location } = readErrorBody(error === -1 ? told : told.slice(error))
  const stack: string[] = []
  while (end < lines.length && isFrame(lines[end] ?? "")) {
    stack.push(lines[end] ?? "")
    end += 1
  }
  const place = placeOfFile(first) ?? location ?? readErrorBody(stack).location
  reader.found.push({
    kind: loadFailureKind(message),
    code: code ?? "load",
    message: message === "" ? "failed" : message,
    location: place,
  })
  return end
}

/** A syntax error comes below "/home/dev/shop/test/a.js:2". */
function placeOfFile(line: string): { path: string; line: number } | undefined {
  const [, path, row] = /^(?:file:\/\/)?(\/[^:]{1,1024}|[A-Z]:[^:]{1,1024}):(\d{1,7})$/.exec(line) ?? []
  return path === undefined ? undefined : { path, line: Number(row) }
}
