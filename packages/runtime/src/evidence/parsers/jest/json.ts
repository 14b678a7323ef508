import { loadFailureKind, readErrorBody, testFailureKind } from "../javascript/error_body.ts"
import { asArray, asRecords, asText, type JsonRecord, parseJson } from "../json_value.ts"
import type { ParsedDiagnostic, ParsedOutput } from "../parser.ts"
import { testPath, withSuites } from "../test_path.ts"

const START = '{"num'

/** Reads `jest --json` and `vitest --reporter=json`: one line of JSON. */
export function readJestJson(text: string): ParsedOutput | null {
  const lines = text.split("\n").filter((line) => line.startsWith(START))
  const reports = asRecords(lines.map(parseJson))
  const files = reports.flatMap((report) => asRecords(report["testResults"]))
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

function testsOf(file: JsonRecord): readonly JsonTest[] {
  return asRecords(file["assertionResults"]).map((test) => {
    const names = [...asArray(test["ancestorTitles"]).map(asText), asText(test["title"])]
    const test_id = testPath([asText(file["name"]), ...names])
    const outcome = asText(test["status"])
    return { test_id, outcome, failure: outcome === "failed" ? failureOf(test, test_id) : null }
  })
}

function failureOf(test: JsonRecord, test_id: string): ParsedDiagnostic {
  const text = asArray(test["failureMessages"]).map(asText).join("\n")
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
function unloaded(file: JsonRecord): readonly ParsedDiagnostic[] {
  if (asText(file["status"]) !== "failed" || asArray(file["assertionResults"]).length > 0) return []
  const { message, code } = readErrorBody(asText(file["message"]).split("\n"))
  const location = { path: asText(file["name"]) }
  return [{ kind: loadFailureKind(message), code: code ?? "load", message: message || "failed", location }]
}
