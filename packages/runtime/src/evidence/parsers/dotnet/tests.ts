import type { DiagnosticLocation } from "../../../protocol/diagnostic.ts"
import { isEnvironmentFailure } from "../../environment.ts"
import { errorCodeIn } from "../error_line.ts"
import type { ParsedDiagnostic, ParsedOutput } from "../parser.ts"

const LISTED = /^ {0,4}(Passed|Failed) {1,3}(\S.{0,1000}?)(?: \[[^[\]]{1,30}\])?$/
const SECTION = /^ {0,4}(Error Message|Stack Trace|Standard Output Messages|Standard Error Messages):\s*$/
const FRAME = /^\s{1,8}at .{1,1000} in (.{1,1000}):line (\d{1,7})$/
const SUMMED = /^(?:Passed|Failed|Skipped)! {1,4}- Failed: +(\d{1,9}), Passed: +(\d{1,9}), Skipped: +\d/
const OLD_TOTAL = /^Total tests: \d{1,9}(?:\. Passed: (\d{1,9})\. Failed: (\d{1,9})\.)?/
const OLD_PART = /^ {4,6}(?:Passed|Failed): (\d{1,9})$/
const NONE = /^No test (?:is available in|matches the given testcase filter)/

/** Reads what VSTest prints of each failed test, and its sums. */
export function readDotnetTests(lines: readonly string[]): ParsedOutput {
  const found: ParsedDiagnostic[] = []
  const ran: string[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const [, outcome, test_id] = LISTED.exec(lines[index] ?? "") ?? []
    if (test_id === undefined || !test_id.includes(".")) continue
    ran.push(test_id)
    if (outcome === "Passed") continue
    const body = bodyBelow(lines, index + 1)
    found.push(toDiagnostic(test_id, body))
    index += body.length
  }
  const tests_run = countTests(lines)
  return { diagnostics: found, tests_run, ran_test_ids: tests_run === ran.length ? ran : null }
}

function bodyBelow(lines: readonly string[], start: number): readonly string[] {
  let end = start
  while (end < lines.length && !isEnd(lines[end] ?? "")) end += 1
  return lines.slice(start, end)
}

function isEnd(line: string): boolean {
  return SUMMED.test(line) || OLD_TOTAL.test(line) || /^ {2}(?:Passed|Failed|Skipped) \S/.test(line)
}

function toDiagnostic(test_id: string, body: readonly string[]): ParsedDiagnostic {
  const message = sectionOf(body, "Error Message").join("\n").trim()
  const location = firstPlace(sectionOf(body, "Stack Trace"))
  const code = errorCodeIn(message.replace(" : ", ": "))
  return {
    kind: isEnvironmentFailure(message.slice(0, 1000)) ? "environment" : "test",
    test_id,
    message: message === "" ? "failed" : message,
    code,
    location,
  }
}

function sectionOf(body: readonly string[], name: string): readonly string[] {
  const start = body.findIndex((line) => SECTION.exec(line)?.[1] === name)
  if (start === -1) return []
  const below = body.slice(start + 1)
  const end = below.findIndex((line) => SECTION.test(line))
  return end === -1 ? below : below.slice(0, end)
}

function firstPlace(trace: readonly string[]): DiagnosticLocation | undefined {
  for (const line of trace) {
    const [, path, row] = FRAME.exec(line) ?? []
    if (path !== undefined) return { path, line: Number(row) }
  }
  return undefined
}

function countTests(lines: readonly string[]): number | null {
  let count: number | null = null
  let in_total = false
  for (const line of lines) {
    const [, failed, passed] = SUMMED.exec(line) ?? []
    const total = OLD_TOTAL.exec(line)
    const part: string | undefined = in_total ? OLD_PART.exec(line)?.[1] : undefined
    in_total = total !== null || part !== undefined
    if (failed !== undefined) count = (count ?? 0) + Number(failed) + Number(passed)
    else if (total !== null) count = (count ?? 0) + Number(total[1] ?? 0) + Number(total[2] ?? 0)
    else if (part !== undefined) count = (count ?? 0) + Number(part)
    else if (NONE.test(line)) count ??= 0
  }
  return count
}
