import type { DiagnosticKind, DiagnosticLocation } from "../../protocol/diagnostic.ts"
import { isEnvironmentFailure } from "../environment.ts"
import { errorCodeIn } from "./error_line.ts"
import type { OutputParser, ParsedDiagnostic } from "./parser.ts"
import { sumOfLines, withStated } from "./stated.ts"
import { withSuites } from "./test_path.ts"

const RECOGNISED = /^ ?RUN {2}v\d|^ {0,4}Test Files {2}\d|^⎯{3,40} (?:Failed|Unhandled) /m
/** How a failure begins; any other line between failures is left alone. */
const BEGINNING = /^(?: FAIL {2}|⎯{3}|ERROR: )/
const HEADER = /^ FAIL {2}(.+)$/
const RULE = /^⎯{3,200}/
const UNCAUGHT = /^⎯{3,200} (Uncaught Exception|Unhandled Rejection|Unhandled Error|Uncaught Error) ⎯/
const FRAME = /^ ❯ (?:.{0,400} )?(\S{1,1024}?):(\d{1,7}):(\d{1,7})$/
const ECHO = /^\s{0,12}\d{0,7}\s?\| |^\s{1,12}\d{0,7}\|/
const LISTED = /^ ([✓✔×✗]) (.{1,1024}? > .{1,1024}?)(?: \(retry x\d{1,3}\))?(?: \d{1,9}ms)?$/
const TESTS = /^ {0,10}Tests {2}(.{1,200})$/
const FAILED_TESTS = /^ {0,10}Tests {2}(\d{1,9}) failed/
const COVERAGE = /^ERROR: Coverage for /

/** Reads vitest, default and verbose reporter. A test id is "file > suite > name". */
export const vitestParser: OutputParser = {
  name: "vitest",
  always_reports: true,
  marks: ["RUN  v", "Test Files  ", "⎯⎯⎯", " FAIL  "],
  commands: /\bvitest\b/,
  recognises: (text, command) => looksLikeVitest(text) || isCutVitest(text, command),
  parse: (text) => {
    const lines = text.split("\n")
    const listed = readList(lines)
    const tests_run = countTests(lines)
    const ran = listed.map(({ test_id }) => test_id)
    const diagnostics = withListed(readFailures(lines), listed)
    if (tests_run === null && diagnostics.length === 0) return null
    const ran_test_ids = tests_run === ran.length ? withSuites(ran) : null
    return withStated({ diagnostics, tests_run, ran_test_ids }, sumOfLines(lines, FAILED_TESTS))
  },
}

function looksLikeVitest(text: string): boolean {
  const may = text.includes("RUN  v") || text.includes("Test Files  ") || text.includes("⎯⎯⎯")
  return may && RECOGNISED.test(text)
}

/** Head and summary are gone, but the command tells. */
function isCutVitest(text: string, command: string | undefined): boolean {
  return command !== undefined && /\bvitest\b/.test(command) && text.includes(" FAIL  ")
}

function readFailures(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found: ParsedDiagnostic[] = []
  let headers: string[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ""
    if (headers.length === 0 && !BEGINNING.test(line)) continue
    const header = HEADER.exec(line)?.[1]
    const uncaught = UNCAUGHT.test(line)
    if (COVERAGE.test(line)) found.push({ kind: "test", code: "coverage", message: line })
    if (header !== undefined) headers.push(header)
    if (!uncaught && (headers.length === 0 || header !== undefined)) continue
    const body = readBody(lines, uncaught ? index + 1 : index)
    found.push(
      // Each try of a test that was retried has a header of its own.
      ...(uncaught
        ? [toDiagnostic(body, undefined)]
        : [...new Set(headers)].map((name) => toDiagnostic(body, name))),
    )
    headers = []
    index += Math.max(0, body.length - 1)
  }
  return found
}

/** The lines of one error: up to a rule, the next failure, or the summary. */
function readBody(lines: readonly string[], start: number): readonly string[] {
  let end = start
  while (end < lines.length && !RULE.test(lines[end] ?? "") && !HEADER.test(lines[end] ?? "")) end += 1
  return lines.slice(start, end)
}

function toDiagnostic(body: readonly string[], header: string | undefined): ParsedDiagnostic {
  const frame = body.findIndex((line) => FRAME.test(line))
  const message = (frame === -1 ? body.filter((line) => !ECHO.test(line)) : body.slice(0, frame))
    .join("\n")
    .trim()
  const code = errorCodeIn(message)
  // A file that could not be loaded is named twice: "a.test.ts [ a.test.ts ]".
  const file = header === undefined ? null : /^(.{1,1024}?) \[ .{1,1024} \]$/.exec(header)
  const location = readLocation(body) ?? (file === null ? undefined : { path: file[1] ?? "" })
  return {
    kind: kindOf(message, header, file !== null),
    message: message === "" ? "failed" : message,
    // A file that could not be loaded is known by code and path: no test of that name will ever run.
    ...(header === undefined || file !== null ? {} : { test_id: header }),
    ...(code === undefined ? {} : { code }),
    ...(location === undefined ? {} : { location }),
  }
}

function kindOf(message: string, header: string | undefined, is_file: boolean): DiagnosticKind {
  if (isEnvironmentFailure(message.slice(0, 1000))) return "environment"
  if (is_file) return "build"
  if (header === undefined) return "runtime"
  return /^Error: (?:Test|Hook) timed out in /.test(message) ? "timeout" : "test"
}

function readLocation(body: readonly string[]): DiagnosticLocation | undefined {
  const frames = body.flatMap((line) => {
    const [, path, row, column] = FRAME.exec(line) ?? []
    return path === undefined ? [] : [{ path, line: Number(row), column: Number(column) }]
  })
  return frames.find(({ path }) => !path.includes("node_modules/") && !path.startsWith("node:"))
}

interface ListedTest {
  readonly test_id: string
  readonly failed: boolean
  readonly message: string
}

/** The tests the verbose reporter lists, each with the "→ message" below it. */
function readList(lines: readonly string[]): readonly ListedTest[] {
  return lines.flatMap((line, index) => {
    const [, mark, test_id] = LISTED.exec(line) ?? []
    if (test_id === undefined) return []
    const below = lines[index + 1] ?? ""
    const message = below.startsWith("   → ") ? below.slice("   → ".length) : "failed"
    return [{ test_id, failed: mark === "×" || mark === "✗", message }]
  })
}

/** Failed tests of the list whose error is not shown, because the output was cut, are failures too. */
function withListed(
  found: readonly ParsedDiagnostic[],
  listed: readonly ListedTest[],
): readonly ParsedDiagnostic[] {
  const known = new Set(found.map(({ test_id }) => test_id))
  const others = listed.filter(({ failed, test_id }) => failed && !known.has(test_id))
  return [
    ...found,
    ...others.map(({ test_id, message }): ParsedDiagnostic => ({ kind: "test", test_id, message })),
  ]
}

function countTests(lines: readonly string[]): number | null {
  let count: number | null = null
  for (const line of lines) {
    if (line.startsWith("No test files found")) count ??= 0
    const summary = TESTS.exec(line)?.[1]
    if (summary === undefined) continue
    const ran = [...summary.matchAll(/(\d{1,9}) (?:failed|passed)/g)].map((match) => Number(match[1]))
    count = ran.reduce((sum, part) => sum + part, count ?? 0)
  }
  return count
}
