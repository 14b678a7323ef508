import { errorCodeIn } from "./error_line.ts"
import { readErrorBody, testFailureKind } from "./javascript/error_body.ts"
import type { OutputParser, ParsedDiagnostic } from "./parser.ts"
import { sumOfLines, withStated } from "./stated.ts"

const TOTAL = /^ {2}Total: {5}(\d{1,9})$/
const PASSED = /^ {2}Passed: {4}(\d{1,9})$/
const RECOGNISED = /^ {2}Total: {5}\d{1,9}\n {2}Passed: {4}\d|^Exiting early before testing is finished\.$/m
/** `   FAIL  suite  "name"`; the suite stands there only if it has a name. */
const FAILED = /^ {2,3}FAIL {2}(?:(\S.{0,400}?) {2})?"(.{1,2000})"$/
/** `sum is right  (is)`: an assertion of uvu or of Node names what it compares by. */
const ASSERTED = /^(.{0,4000}?) {2}\((\S{1,64})\)$/
const COUNTS = /^(?:\S.{0,400} )?[•✘ ]{0,4000}\(\d{1,9} \/ \d{1,9}\)$/

/** Reads uvu (0.5), run by its command or by Node. A test id is the title, behind the suite where it has a name. */
export const uvuParser: OutputParser = {
  name: "uvu",
  always_reports: true,
  passes_last: true,
  marks: ["\n  Passed:    ", "Exiting early before testing is finished."],
  commands: /\buvu\b/,
  recognises: (text) => RECOGNISED.test(text),
  parse: (text) => {
    const lines = text.split("\n")
    const total = sumOfLines(lines, TOTAL)
    const passed = sumOfLines(lines, PASSED)
    if (total === null || passed === null) {
      const message = "Exiting early before testing is finished."
      return {
        diagnostics: [{ kind: "runtime", code: "exit", message }],
        tests_run: null,
        ran_test_ids: null,
      }
    }
    const parsed = { diagnostics: readFailures(lines), tests_run: total, ran_test_ids: null }
    return withStated(parsed, Math.max(0, total - passed))
  },
}

function readFailures(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found: ParsedDiagnostic[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const [, suite, title] = FAILED.exec(lines[index] ?? "") ?? []
    if (title === undefined) continue
    let end = index + 1
    while (end < lines.length && !isEnd(lines[end] ?? "")) end += 1
    found.push(toDiagnostic(suite === undefined ? title : `${suite} > ${title}`, lines.slice(index + 1, end)))
    index = end - 1
  }
  return found
}

function isEnd(line: string): boolean {
  return FAILED.test(line) || TOTAL.test(line) || COUNTS.test(line)
}

function toDiagnostic(test_id: string, body: readonly string[]): ParsedDiagnostic {
  const { message, location } = readErrorBody(body)
  const [first = "", ...rest] = message.split("\n")
  const [, said] = ASSERTED.exec(first) ?? []
  const told = said === undefined ? message : [said, ...rest].join("\n")
  const code = said === undefined ? errorCodeIn(first) : "AssertionError"
  return {
    kind: testFailureKind(told),
    test_id,
    message: told === "" ? "failed" : told,
    ...(code === undefined ? {} : { code }),
    ...(location === undefined ? {} : { location }),
  }
}
