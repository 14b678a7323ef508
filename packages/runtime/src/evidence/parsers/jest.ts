import { readJestJson } from "./jest/json.ts"
import { readJestReport } from "./jest/report.ts"
import type { OutputParser } from "./parser.ts"

const REPORT =
  /^Test Suites: {1,16}\d|^ ?(?:FAIL|PASS) {1,2}\S|^No tests found, exiting with code|^ {2}● .{1,1024}\n\n {4}\S/m
const SUMMARY = /^Test Suites: |^Tests: {1,16}\d|^No tests found, exiting with code|^ {2}● /m
const JSON_REPORT = /^\{"num(?:FailedTestSuites|FailedTests|Total)/m

/**
 * Reads Jest (29, 30), default and verbose reporter, and its JSON, which vitest prints as well. A test id is
 * "file > suite > name".
 */
export const jestParser: OutputParser = {
  name: "jest",
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
