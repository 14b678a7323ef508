import { asText, isRecord, readList, readText } from "@proofloop/foundation/text"
import { loadFailureKind, readErrorBody, testFailureKind } from "./javascript/error_body.ts"
import { readJestReport } from "./jest/report.ts"
import { jsonDocuments } from "./json_documents.ts"
import type { OutputParser, ParsedDiagnostic, ParsedOutput } from "./parser.ts"
import { testPath, withSuites } from "./test_path.ts"

const REPORT =
  /^Test Suites: {1,16}\d|^ ?(?:FAIL|PASS) {1,2}\S|^No tests found, exiting with code|^ {2}● .{1,1024}\n\n {4}\S/m
const SUMMARY = /^Test Suites: |^Tests: {1,16}\d|^No tests found, exiting with code|^ {2}● /m
const JSON_REPORT = /\{"num(?:FailedTestSuites|FailedTests|Total)/
const START = '{"num'

/** Reads Jest (29, 30), default, verbose and JSON, which vitest prints as well. A test id is "file > suite > name". */
export const jestParser: OutputParser = {
  name: "jest",
  always_reports: true,
  marks: [
    "Test Suites: ",
    "Tests:       ",
    "  ● ",
    "No tests found, exiting with code",
    '"numTotalTestSuites":',
  ],
  commands: /\bjest\b/,
  recognises: (text) => isReport(text) || JSON_REPORT.test(text),
  parse: (text) => (isReport(text) ? readJestReport(text.split("\n")) : readJestJson(text)),
}

function isReport(text: string): boolean {
  return SUMMARY.test(text) && REPORT.test(text)
}

/** Reads `jest --json` and `vitest --reporter=json`: one line of JSON. */
function readJestJson(text: string): ParsedOutput | null {
  const reports = jsonDocuments(text, START).filter(isRecord)
  const files = reports.flatMap((report) => readList(report, "testResults").filter(isRecord))
  if (reports.length === 0) return null
  const tests = files.flatMap((file) => testsOf(file))
  const ran = tests.filter(({ outcome }) => outcome === "passed" || outcome === "failed")
  return {
    diagnostics: [...files.flatMap(unloaded), ...ran.flatMap(({ failure }) => failure ?? [])],
    tests_run: ran.length,
    ran_test_ids: withSuites(ran.map(({ test_id }) => test_id)),
  }
}

interface JsonTest {
  readonly test_id: string
  readonly outcome: string
  readonly failure: ParsedDiagnostic | null
}

function testsOf(file: unknown): readonly JsonTest[] {
  return readList(file, "assertionResults")
    .filter(isRecord)
    .map((test) => {
      const names = [...readList(test, "ancestorTitles").map(asText), readText(test, "title") ?? ""]
      const test_id = testPath([readText(file, "name") ?? "", ...names])
      const outcome = readText(test, "status") ?? ""
      return { test_id, outcome, failure: outcome === "failed" ? failureOf(test, test_id) : null }
    })
}

function failureOf(test: unknown, test_id: string): ParsedDiagnostic {
  const text = readList(test, "failureMessages").map(asText).join("\n")
  const { message, code, location } = readErrorBody(text.split("\n"))
  return {
    kind: testFailureKind(message),
    test_id,
    code,
    message: message === "" ? "failed" : message,
    location,
  }
}

/** A file that failed without a test: it could not be loaded. */
function unloaded(file: unknown): readonly ParsedDiagnostic[] {
  if ((readText(file, "status") ?? "") !== "failed" || readList(file, "assertionResults").length > 0)
    return []
  const { message, code } = readErrorBody((readText(file, "message") ?? "").split("\n"))
  const location = { path: readText(file, "name") ?? "" }
  return [{ kind: loadFailureKind(message), code: code ?? "load", message: message || "failed", location }]
}
