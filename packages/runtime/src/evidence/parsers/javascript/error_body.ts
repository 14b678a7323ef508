import type { DiagnosticKind, DiagnosticLocation } from "../../../protocol/diagnostic.ts"
import { isEnvironmentFailure } from "../../environment.ts"
import { errorCodeIn } from "../error_line.ts"

/** The printed error of JavaScript, without its stack and the source around the place. */
export interface ErrorBody {
  readonly message: string
  readonly code: string | undefined
  readonly location: DiagnosticLocation | undefined
}

const PLACE = /^(?:async )?(?:file:\/\/)?([^\s()]{1,1024}):(\d{1,7}):(\d{1,7})$/
/** A whole path, with spaces in it. */
const SPACED_PLACE = /^(?:async )?(?:file:\/\/)?((?:[A-Za-z]:)?[\\/][^()\n]{1,1024}):(\d{1,7}):(\d{1,7})$/
const VITEST_FRAME = /^\s{0,64}❯ .{0,400}:\d{1,7}:\d{1,7}$/
const FRAME_END = /(?::\d{1,7}|\)|<anonymous>)(?: \{)?$/
const SHOWN_LINE = /^\s{0,64}(?:> {0,8})?\d{0,7} \|(?: |$)/
const MARKED_LINE = /^\s{0,64}> {0,8}\d{1,7} \|/
const TIMEOUT =
  /(?:^|: |"|\n {0,64})(?:Timeout of \d{1,9}ms exceeded|Exceeded timeout of \d{1,9} ms|(?:Test|Hook) timed out in \d{1,9}ms|test unfinished)|\btimed out after \d{1,9}ms/

/** Reads the lines of one error. Code frames are dropped only if they mark a line ("> 2 | ..."). */
export function readErrorBody(lines: readonly string[]): ErrorBody {
  const has_source = lines.some((line) => MARKED_LINE.test(line))
  const told = lines.filter((line) => !isFrame(line) && !(has_source && SHOWN_LINE.test(line)))
  const message = withoutGaps(told)
  return { message, code: errorCodeIn(message), location: locationOf(lines) }
}

export function isFrame(line: string): boolean {
  const text = line.trimStart()
  if (text.length === line.length) return false
  if (text.startsWith("at ")) return FRAME_END.test(text.slice(-64))
  return text.startsWith("❯ ") && VITEST_FRAME.test(line)
}

/** The first place in a stack that is neither a dependency's nor the runtime's. */
function locationOf(lines: readonly string[]): DiagnosticLocation | undefined {
  for (const line of lines) {
    const place = isFrame(line) ? placeOf(line) : undefined
    if (place !== undefined) return place
  }
  return undefined
}

export function placeOf(text: string): DiagnosticLocation | undefined {
  const word = text.slice(Math.max(text.lastIndexOf("("), text.trimEnd().lastIndexOf(" ")) + 1)
  const place = placeIn(word.replace(/[)"'{ ]{1,4}$/, "").replace(/^["']/, ""), PLACE)
  if (place?.path.startsWith("/") !== false) return place
  const open = text.lastIndexOf("(")
  const inside = open === -1 ? text.trim().replace(/^at /, "") : text.slice(open + 1)
  return placeIn(inside.replace(/[)"'{ ]{1,4}$/, ""), SPACED_PLACE) ?? place
}

function placeIn(text: string, pattern: RegExp): DiagnosticLocation | undefined {
  const [, path, line, column] = pattern.exec(text) ?? []
  if (path === undefined || path.includes("node_modules/") || path.startsWith("node:")) return undefined
  return { path, line: Number(line), column: Number(column) }
}

/** The kind of a failed test by its message. */
export function testFailureKind(message: string): DiagnosticKind {
  const start = message.slice(0, 1000)
  if (isEnvironmentFailure(start)) return "environment"
  return TIMEOUT.test(start) ? "timeout" : "test"
}

/** The kind of a test file that could not be loaded. */
export function loadFailureKind(message: string): DiagnosticKind {
  return isEnvironmentFailure(message.slice(0, 1000)) ? "environment" : "build"
}

/** The lines without the indent they share, without empty lines at the ends and more than one in a row. */
function withoutGaps(lines: readonly string[]): string {
  const filled = lines.filter((line) => line.trim() !== "")
  const indent = filled.reduce((least, line) => Math.min(least, line.length - line.trimStart().length), 64)
  const kept: string[] = []
  for (const line of lines) {
    const text = line.trimEnd().slice(indent)
    if (text !== "" || (kept.length > 0 && kept.at(-1) !== "")) kept.push(text)
  }
  return kept.join("\n").trim()
}
