import { isRecord, parsedJson, readList, readMember, readNumber, readText } from "@proofloop/foundation/text"
import { isHook, toFailure } from "./mocha/failure.ts"
import { readMochaReport } from "./mocha/report.ts"
import type { OutputParser, ParsedDiagnostic, ParsedOutput } from "./parser.ts"
import { testPath, withSuites } from "./test_path.ts"

const REPORT =
  /^ {2}\d{1,9} (?:passing \(|failing$)|^ {0,2}(?:✖ ERROR: |Error: )?Exception during run: |^Error: No test files found: /m
const JSON_REPORT = /^\{\n {2}"stats": \{$/m
const START = '{\n  "stats": {'
const END = "\n}"

/**
 * Reads mocha (10, 11): its JSON, and every reporter that ends with the list of failures (spec, dot, min, list, ...).
 * A test id is the path of names, without the file. The TAP and XML parsers read its other reports.
 */
export const mochaParser: OutputParser = {
  name: "mocha",
  always_reports: true,
  marks: [" passing (", " failing\n", "Exception during run: ", "Error: No test files found", '  "stats": {'],
  commands: /\b_?mocha\b/,
  recognises: (text) => REPORT.test(text) || JSON_REPORT.test(text),
  parse: (text) => (REPORT.test(text) ? readMochaReport(text.split("\n")) : readMochaJson(text)),
}

/** Reads the JSON reporter, with whatever the tests printed before it. */
function readMochaJson(text: string): ParsedOutput | null {
  const found: ParsedDiagnostic[] = []
  const ran = new Set<string>()
  let tests_run: number | null = null
  for (const report of reports(text)) {
    const stats = readMember(report, "stats")
    const failed = readList(report, "failures").filter(isRecord)
    const hooks = failed.filter((test) => isHook(readText(test, "title") ?? ""))
    tests_run =
      (tests_run ?? 0) +
      (readNumber(stats, "passes") ?? 0) +
      (readNumber(stats, "failures") ?? 0) -
      hooks.length
    found.push(...failed.map((test) => toFailure(namesOf(test), bodyOf(test))))
    const passed = readList(report, "passes").filter(isRecord)
    for (const test of [...passed, ...failed]) if (!hooks.includes(test)) ran.add(testPath(namesOf(test)))
  }
  if (tests_run === null) return null
  return { diagnostics: found, tests_run, ran_test_ids: withSuites([...ran]) }
}

function reports(text: string): readonly unknown[] {
  const found: unknown[] = []
  for (let start = text.indexOf(START); start !== -1;) {
    const end = text.indexOf(END, start)
    if (end === -1) break
    const report = parsedJson(text.slice(start, end + END.length))
    if (isRecord(report)) found.push(report)
    start = text.indexOf(START, end)
  }
  return found
}

/** The report joins the names of the suites; where one ends is not known. */
function namesOf(test: unknown): readonly string[] {
  const [title, full] = [readText(test, "title") ?? "", readText(test, "fullTitle") ?? ""]
  return full.endsWith(` ${title}`) ? [full.slice(0, -title.length - 1), title] : [title]
}

function bodyOf(test: unknown): readonly string[] {
  const error = readMember(test, "err")
  const stack = readText(error, "stack") || (readText(error, "message") ?? "")
  const values = ["expected", "actual"].flatMap((name) => {
    const value = readText(error, name)
    return value === undefined ? [] : [`${name}: ${value}`]
  })
  const lines = stack.split("\n")
  const frames = lines.findIndex((line) => /^\s+at /.test(line))
  return frames === -1
    ? [...lines, ...values]
    : [...lines.slice(0, frames), ...values, ...lines.slice(frames)]
}
