import { readMochaJson } from "./mocha/json.ts"
import { readMochaReport } from "./mocha/report.ts"
import type { OutputParser } from "./parser.ts"

const REPORT =
  /^ {2}\d{1,9} (?:passing \(|failing$)|^ {0,2}(?:✖ ERROR: |Error: )?Exception during run: |^Error: No test files found: /m
const JSON_REPORT = /^\{\n {2}"stats": \{$/m

/**
 * Reads mocha (10, 11): every reporter that ends with the list of failures (spec, dot, min, list, ...), and its JSON. A test
 * id is the path of names, without the file. Its TAP and its XML are read by the parsers of those.
 */
export const mochaParser: OutputParser = {
  name: "mocha",
  marks: [" passing (", " failing\n", "Exception during run: ", "Error: No test files found", '  "stats": {'],
  commands: /\b_?mocha\b/,
  recognises: (text) => REPORT.test(text) || JSON_REPORT.test(text),
  parse: (text) => (REPORT.test(text) ? readMochaReport(text.split("\n")) : readMochaJson(text)),
}
