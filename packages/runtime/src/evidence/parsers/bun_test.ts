import { loadFailureKind, readErrorBody, testFailureKind } from "./javascript/error_body.ts"
import type { OutputParser, ParsedDiagnostic } from "./parser.ts"
import { sumOfLines, withStated } from "./stated.ts"

const RECOGNISED = /^bun test v\d|^Ran \d{1,9} tests? across \d{1,9} files?\./m
const FILE = /^(?:::group::)?(\S.{0,1000}\.\w{1,8}):$/
const STATUS = /^(\(pass\)|\(fail\)|\(skip\)|\(todo\)|[✓✗»✎]) (\S.{0,2000}?)(?: \[\d[\d.]{0,16}m?s\])?$/
const COUNTS = /^ (\d{1,9}) (?:pass|fail)$/
const FAILS = /^ (\d{1,9}) fail$/
const ERRORS = /^ (\d{1,9}) errors?$/
const TIMED_OUT = /^ {2}\^ (this test timed out after \d{1,9}ms)/
const NO_MATCH = /^Test filter .{0,2000} had no matches$/m
const UNHANDLED = /^# Unhandled error between tests$/
/** Sources around a place, and what GitHub's runner reads. */
const SHOWN = /^\d{1,7} \| |^ {2,1000}\^$|^::(?:error|endgroup|group)\b/

/** Reads `bun test` (1), in a terminal and elsewhere. A test id is "file > suite > name". */
export const bunTestParser: OutputParser = {
  name: "bun",
  marks: ["bun test v", "Ran "],
  commands: /\bbun\b/,
  recognises: (text) => RECOGNISED.test(text),
  parse: (text) => {
    const lines = text.split("\n")
    const { diagnostics, ran } = readTests(lines)
    const counted = sumOfLines(lines, COUNTS)
    // A file that could not be loaded counts as a test that failed.
    const ran_tests = counted === null ? null : Math.max(0, counted - (sumOfLines(lines, ERRORS) ?? 0))
    const tests_run = ran_tests ?? (NO_MATCH.test(text) ? 0 : null)
    if (tests_run === null && diagnostics.length === 0) return null
    const ran_test_ids = ran.length === tests_run && ran.length > 0 ? [...new Set(ran)] : null
    return withStated({ diagnostics, tests_run, ran_test_ids }, sumOfLines(lines, FAILS))
  },
}

interface Tests {
  readonly diagnostics: readonly ParsedDiagnostic[]
  readonly ran: readonly string[]
}

/** What went wrong stands above the line of its test. */
function readTests(lines: readonly string[]): Tests {
  const diagnostics: ParsedDiagnostic[] = []
  const ran: string[] = []
  let [file, start] = ["", 0]
  for (const [index, line] of lines.entries()) {
    const path = FILE.exec(line)?.[1]
    if (path !== undefined) [file, start] = [path, index + 1]
    if (UNHANDLED.test(line)) {
      diagnostics.push(toLoadFailure(lines, index, file))
      start = index + 1
    }
    const [, mark, name = ""] = STATUS.exec(line) ?? []
    if (mark === undefined) continue
    const test_id = file === "" ? name : `${file} > ${name}`
    const is_failed = mark === "(fail)" || mark === "✗"
    if (is_failed || mark === "(pass)" || mark === "✓") ran.push(test_id)
    const late = TIMED_OUT.exec(lines[index + 1] ?? "")?.[1]
    if (is_failed)
      diagnostics.push(toDiagnostic(test_id, late === undefined ? lines.slice(start, index) : [late]))
    start = index + 1
  }
  return { diagnostics, ran }
}

function toDiagnostic(test_id: string, body: readonly string[]): ParsedDiagnostic {
  const { message, code, location } = readErrorBody(body.filter((line) => !SHOWN.test(line)))
  return {
    kind: testFailureKind(message),
    test_id,
    message: message === "" ? "failed" : message,
    ...(code === undefined ? {} : { code }),
    ...(location === undefined ? {} : { location }),
  }
}

function toLoadFailure(lines: readonly string[], at: number, file: string): ParsedDiagnostic {
  const start = at + 2
  let end = start
  while (end < lines.length && !/^-{8,200}$/.test(lines[end] ?? "")) end += 1
  const { message, code } = readErrorBody(lines.slice(start, end).filter((line) => !SHOWN.test(line)))
  const load = {
    kind: loadFailureKind(message),
    code: code ?? "load",
    message: message === "" ? "failed" : message,
  }
  return file === "" ? load : { ...load, location: { path: file } }
}
