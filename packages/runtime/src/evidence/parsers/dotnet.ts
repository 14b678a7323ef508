import type { DiagnosticKind } from "../../protocol/diagnostic.ts"
import { readDotnetTests } from "./dotnet/tests.ts"
import type { OutputParser, ParsedDiagnostic } from "./parser.ts"

const TESTS =
  /^(?:Passed|Failed|Skipped)! {1,4}- Failed: {1,9}\d|^Test run for \S.{0,1000}\.dll|^Total tests: \d|^ {2}Failed \S.{0,1000}\n {2}Error Message:|^No test (?:is available in|matches the given testcase filter)/m
const BUILD =
  /\(\d{1,7}(?:,\d{1,7}){0,3}\): error (?:CS|FS|BC|CA|IDE|SA|MSB|NETSDK)\d{1,6}: |(?:^|: )error (?:MSB|NU|NETSDK|CS|FS)\d{4}: /m
const PLACED =
  /^\s{0,12}((?:[A-Za-z]:)?[^\s(:][^(:\n]{0,1000}?)\((\d{1,7})(?:,(\d{1,7}))?(?:,\d{1,7},\d{1,7})?\): error ([A-Z]{1,20}\d{1,6}): (.{1,4000})$/
const PLACELESS = /^\s{0,12}(?:(\S.{0,1000}?) ?: )?error ([A-Z]{2,20}\d{2,6}): (.{1,4000})$/
const PROJECT = / \[[^[\]]{1,1000}proj(?:::[^[\]]{1,200})?\]$/
/** No SDK for the target, no package source: nothing in the sources is wrong. */
const ENVIRONMENT = /^(?:NETSDK1045|NETSDK1147|NU1301|NU1900|MSB3644|MSB4236)$/
const COMPILER = /^(?:CS|FS|BC|NETSDK|MSB|NU|AD)\d/

/** Reads `dotnet build` and `dotnet test` (VSTest). A test id is "Namespace.Class.Method", with its parameters. */
export const dotnetParser: OutputParser = {
  name: "dotnet",
  marks: [
    "): error ",
    ": error ",
    "error MSB",
    "error NU",
    "error NETSDK",
    "!  - Failed: ",
    "Test run for ",
    "Total tests: ",
    "  Failed ",
    "No test ",
  ],
  recognises: (text) => TESTS.test(text) || BUILD.test(text),
  parse: (text) => {
    const lines = text.split("\n")
    const tests = readDotnetTests(lines)
    return { ...tests, diagnostics: [...readDotnetErrors(lines), ...tests.diagnostics] }
  },
}

/** Errors of the compilers, of analyzers and of MSBuild, each once although a build prints them twice. */
function readDotnetErrors(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found = new Map<string, ParsedDiagnostic>()
  for (const line of lines) {
    const error = line.includes("error ") ? readError(line) : null
    if (error === null) continue
    const { code = "", message, location } = error
    const key = [code, location?.path, location?.line, location?.column, message].join("|")
    if (!found.has(key)) found.set(key, error)
  }
  return [...found.values()]
}

function readError(line: string): ParsedDiagnostic | null {
  const [, path, row, column, code, text = ""] = PLACED.exec(line) ?? []
  if (path !== undefined && code !== undefined) {
    const place = { path, line: Number(row), column: column === undefined ? undefined : Number(column) }
    return { kind: kindOf(code), code, message: text.replace(PROJECT, ""), location: place }
  }
  const [, owner, plain_code, plain = ""] = PLACELESS.exec(line) ?? []
  if (plain_code === undefined) return null
  return {
    kind: kindOf(plain_code),
    code: plain_code,
    message: plain.replace(PROJECT, ""),
    ...(owner === undefined || !owner.endsWith("proj") ? {} : { location: { path: owner } }),
  }
}

function kindOf(code: string): DiagnosticKind {
  if (ENVIRONMENT.test(code)) return "environment"
  return COMPILER.test(code) ? "build" : "lint"
}
