import { isHook } from "../mocha/failure.ts"
import type { ParsedOutput } from "../parser.ts"
import { testPath, withSuites } from "../test_path.ts"
import { isUnloaded, toDiagnostic } from "./failure.ts"
import type { JunitCase, JunitFailure } from "./junit_case.ts"
import type { XmlPiece } from "./scan.ts"

interface ReportReader {
  readonly cases: JunitCase[]
  readonly suites: string[]
  current: JunitCase | null
  failure: JunitFailure | null
  /** Node's suites are nested, and its class names say less. */
  is_nested: boolean
  opened: number
  closed: number
}

const MAX_DEPTH = 256

/** Reads the tests of all reports in the text; null if it holds neither a test nor a report. */
export function readJunitReport(pieces: Iterable<XmlPiece>): ParsedOutput | null {
  const reader: ReportReader = {
    cases: [],
    suites: [],
    current: null,
    failure: null,
    is_nested: false,
    opened: 0,
    closed: 0,
  }
  for (const piece of pieces) readPiece(piece, reader)
  const { cases, opened, closed } = reader
  if (cases.length === 0 && opened === 0) return null
  const ran = cases.filter(
    (test) => !test.is_skipped && !isUnloaded(test) && !isHook(test.attributes.get("name") ?? ""),
  )
  const ids = ran.map(({ test_id }) => test_id).filter((test_id) => test_id !== "")
  return {
    // A test to do may fail: node:test marks it as skipped.
    diagnostics: cases.flatMap((test) =>
      test.is_skipped ? [] : test.failures.map((failure) => toDiagnostic(test, failure)),
    ),
    tests_run: opened > 0 && opened === closed ? ran.length : null,
    ran_test_ids: opened > 0 && opened === closed ? withSuites(ids) : null,
  }
}

function readPiece(piece: XmlPiece, reader: ReportReader): void {
  if (piece.type === "text") {
    if (reader.failure !== null) reader.failure.text += piece.text
  } else if (piece.type === "close") close(piece.name, reader)
  else {
    open(piece.name, piece.attributes, reader)
    if (piece.is_empty) close(piece.name, reader)
  }
}

function open(name: string, attributes: ReadonlyMap<string, string>, reader: ReportReader): void {
  const { current, suites } = reader
  if (name === "testsuites") {
    reader.is_nested = attributes.size === 0
    reader.opened += 1
  } else if (name === "testsuite") {
    reader.opened += 1
    if (!attributes.has("disabled")) reader.is_nested = false
    if (suites.length < MAX_DEPTH) suites.push(attributes.get("name") ?? "")
  } else if (name === "testcase") {
    reader.failure = null
    const test = {
      test_id: testId(attributes, reader),
      attributes,
      failures: [],
      is_skipped: isLeftOut(attributes),
    }
    reader.current = test
    reader.cases.push(test)
  } else if (current !== null && (name === "failure" || name === "error")) {
    reader.failure = { attributes, text: "" }
    current.failures.push(reader.failure)
  } else if (current !== null && name === "skipped") current.is_skipped = true
}

function close(name: string, reader: ReportReader): void {
  if (name === "failure" || name === "error") reader.failure = null
  else if (name === "testcase") {
    reader.current = null
    reader.failure = null
  } else if (name === "testsuite" || name === "testsuites") {
    reader.closed += 1
    if (name === "testsuite") reader.suites.pop()
  }
}

function isLeftOut(attributes: ReadonlyMap<string, string>): boolean {
  const status = attributes.get("status")
  return status === "notrun" || status === "skipped" || status === "disabled"
}

function testId(attributes: ReadonlyMap<string, string>, { suites, is_nested }: ReportReader): string {
  const name = (attributes.get("name") ?? "").trim()
  if (is_nested) return testPath([...suites, name])
  // A hook of mocha: no test of its name will ever run.
  if (isHook(name)) return (attributes.get("classname") ?? "").trim()
  const owner = (attributes.get("classname") ?? suites.at(-1) ?? "").trim()
  return owner === name ? name : testPath([owner, name])
}
