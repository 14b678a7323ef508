import type { DiagnosticKind } from "../../../protocol/diagnostic.ts"
import type { ParsedDiagnostic } from "../parser.ts"

const PLACED =
  /^\s{0,12}((?:[A-Za-z]:)?[^\s(:][^(:\n]{0,1000}?)\((\d{1,7})(?:,(\d{1,7}))?(?:,\d{1,7},\d{1,7})?\): error ([A-Z]{1,20}\d{1,6}): (.{1,4000})$/
const PLACELESS = /^\s{0,12}(?:(\S.{0,1000}?) ?: )?error ([A-Z]{2,20}\d{2,6}): (.{1,4000})$/
const PROJECT = / \[[^[\]]{1,1000}proj(?:::[^[\]]{1,200})?\]$/
/** No SDK for the target, no package source: nothing in the sources is wrong. */
const ENVIRONMENT = /^(?:NETSDK1045|NETSDK1147|NU1301|NU1900|MSB3644|MSB4236)$/
const COMPILER = /^(?:CS|FS|BC|NETSDK|MSB|NU|AD)\d/

/** Errors of the compilers, of analyzers and of MSBuild, each once although a build prints them twice. */
export function readDotnetErrors(lines: readonly string[]): readonly ParsedDiagnostic[] {
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
