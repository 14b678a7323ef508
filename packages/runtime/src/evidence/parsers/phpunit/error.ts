import type { DiagnosticKind, DiagnosticLocation } from "../../../protocol/diagnostic.ts"
import { isEnvironmentFailure } from "../../environment.ts"
import type { ParsedDiagnostic } from "../parser.ts"

const PLACE = /^((?:\/|[A-Z]:\\|phar:\/\/).{0,1000}?\.(?:php|phpt|inc)):(\d{1,9})$/
const ENDS = /^(?:Caused by|Stack trace:|#0 .{1,2000})$/
const THROWN_IN = / in (\/.{1,1000}?|[A-Z]:\\.{1,1000}?):(\d{1,9})$/
const CLASS = /^((?:\w{1,128}\\){0,12}\w{0,120}(?:Exception|Error|Throwable))(?::|$)/
const LIBRARY = /\/vendor\/|^\/usr\/share\/php\//
const TIME_LIMIT =
  /^(?:This test was aborted after \d|Execution aborted after \d|Maximum execution time of \d)/m

/** Reads the lines below the name of a test: message, compared values, then places. Leaves out causes and stacks. */
export function readError(body: readonly string[]): ParsedDiagnostic {
  const end = body.findIndex((line) => ENDS.test(line))
  const own = end === -1 ? body : body.slice(0, end)
  const places = own.flatMap((line) => toPlace(PLACE.exec(line)) ?? [])
  const thrown = own.flatMap((line) => toPlace(THROWN_IN.exec(line)) ?? [])
  const text = own.filter((line) => !PLACE.test(line)).map((line) => line.replace(THROWN_IN, ""))
  const message = text.join("\n").trim()
  const location = places.find(({ path }) => !LIBRARY.test(path)) ?? places[0] ?? thrown[0]
  const code = classOf(message)
  return { kind: kindOf(message), code, message: message === "" ? "failed" : message, location }
}

function toPlace(match: RegExpExecArray | null): DiagnosticLocation | null {
  const [, path, row] = match ?? []
  return path === undefined ? null : { path, line: Number(row) }
}

/** The class of an exception without its namespace. */
export function classOf(message: string): string | undefined {
  return CLASS.exec(message.slice(0, 2000))?.[1]?.split("\\").at(-1)
}

function kindOf(message: string): DiagnosticKind {
  if (isEnvironmentFailure(message.slice(0, 1000))) return "environment"
  return TIME_LIMIT.test(message) ? "timeout" : "test"
}
