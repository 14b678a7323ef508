import type { DiagnosticKind, DiagnosticLocation } from "../../../protocol/diagnostic.ts"
import { isEnvironmentFailure } from "../../environment.ts"
import type { ParsedDiagnostic } from "../parser.ts"
import { readError } from "./error.ts"

const ENTRY = /^ {2}(\d{1,7})\) (\S.{0,4000})$/
const OUTSIDE = /^An error occurred (?:while loading (\S.{0,1000}?)\.|in (an? .{1,200}) hook\.)$/
const SECTION = /^(?:Failures:|Pending: \(.{1,100}\))$/
const ENDS =
  /^(?:Finished in \d|Failed examples:|Top \d{1,4} slowest|No examples found\.|Run options: |Randomized with seed |Coverage report |\d{1,9} examples?, )/

export interface RspecFailure {
  readonly test_id: string | undefined
  readonly code: string | undefined
  readonly message: string
  readonly location: DiagnosticLocation | undefined
}

/** Reads the entries below "Failures:", and not those of pending examples. */
export function readTextFailures(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found: ParsedDiagnostic[] = []
  let is_pending = false
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ""
    if (SECTION.test(line)) is_pending = line.startsWith("Pending")
    const [, number = "", title] = ENTRY.exec(line) ?? []
    if (title === undefined || is_pending) continue
    const end = endOfEntry(lines, index + 1)
    // Entries are indented by the length of their number.
    const indent = number.length + 4
    const body = lines
      .slice(index + 1, end)
      .map((each) => (each.startsWith(" ".repeat(indent)) ? each.slice(indent) : each))
    index = end - 1
    const error = readError(body)
    if (error !== null) found.push(toDiagnostic({ ...error, test_id: title.replace(/ FIXED$/, "") }))
  }
  return found
}

function endOfEntry(lines: readonly string[], start: number): number {
  for (let index = start; index < lines.length; index += 1) {
    const line = lines[index] ?? ""
    if (ENTRY.test(line) || SECTION.test(line) || ENDS.test(line)) return index
  }
  return lines.length
}

/** Reads the errors that keep a file from loading, and those of hooks around all examples. */
export function readLoadErrors(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found: ParsedDiagnostic[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const [, path, hook] = OUTSIDE.exec(lines[index] ?? "") ?? []
    if (path === undefined && hook === undefined) continue
    let end = index + 1
    while (end < lines.length && !OUTSIDE.test(lines[end] ?? "") && !ENDS.test(lines[end] ?? "")) end += 1
    const error = readError(lines.slice(index + 1, end))
    index = end - 1
    if (error === null) continue
    const location = path === undefined ? error.location : { path }
    const message = hook === undefined ? error.message : `${hook} hook\n${error.message}`
    const failure = toDiagnostic({ test_id: undefined, code: error.code, message, location })
    found.push(path === undefined || failure.kind === "environment" ? failure : { ...failure, kind: "build" })
  }
  return found
}

/** A failure as it is compared: without the `./` of RSpec's paths. */
export function toDiagnostic({ test_id, code, message, location }: RspecFailure): ParsedDiagnostic {
  return {
    kind: kindOf(code, message),
    ...(code === undefined ? {} : { code }),
    message: message.trim() === "" ? "failed" : message.trim(),
    ...(location === undefined
      ? {}
      : { location: { ...location, path: location.path.replace(/^\.\//, "") } }),
    ...(test_id === undefined ? {} : { test_id }),
  }
}

function kindOf(code: string | undefined, message: string): DiagnosticKind {
  if (isEnvironmentFailure(message.slice(0, 1000))) return "environment"
  return code === "Timeout::Error" || code === "Timeout::ExitException" ? "timeout" : "test"
}
