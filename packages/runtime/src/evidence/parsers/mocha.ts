import { parsedJson } from "@proofloop/foundation/text"
import { asCount, asRecord, asRecords, asText, type JsonRecord } from "./json_value.ts"
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
    const stats = asRecord(report["stats"])
    const failed = asRecords(report["failures"])
    const hooks = failed.filter((test) => isHook(asText(test["title"])))
    tests_run = (tests_run ?? 0) + asCount(stats?.["passes"]) + asCount(stats?.["failures"]) - hooks.length
    found.push(...failed.map((test) => toFailure(namesOf(test), bodyOf(test))))
    const passed = asRecords(report["passes"])
    for (const test of [...passed, ...failed]) if (!hooks.includes(test)) ran.add(testPath(namesOf(test)))
  }
  if (tests_run === null) return null
  return { diagnostics: found, tests_run, ran_test_ids: withSuites([...ran]) }
}

function reports(text: string): readonly JsonRecord[] {
  const found: JsonRecord[] = []
  for (let start = text.indexOf(START); start !== -1;) {
    const end = text.indexOf(END, start)
    if (end === -1) break
    const report = asRecord(parsedJson(text.slice(start, end + END.length)))
    if (report !== null) found.push(report)
    start = text.indexOf(START, end)
  }
  return found
}

/** The report joins the names of the suites; where one ends is not known. */
function namesOf(test: JsonRecord): readonly string[] {
  const [title, full] = [asText(test["title"]), asText(test["fullTitle"])]
  return full.endsWith(` ${title}`) ? [full.slice(0, -title.length - 1), title] : [title]
}

function bodyOf(test: JsonRecord): readonly string[] {
  const error = asRecord(test["err"])
  const stack = asText(error?.["stack"]) || asText(error?.["message"])
  const values = ["expected", "actual"].flatMap((name) => {
    const value = error?.[name]
    return typeof value === "string" ? [`${name}: ${value}`] : []
  })
  const lines = stack.split("\n")
  const frames = lines.findIndex((line) => /^\s+at /.test(line))
  return frames === -1
    ? [...lines, ...values]
    : [...lines.slice(0, frames), ...values, ...lines.slice(frames)]
}
