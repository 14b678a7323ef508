import { isEnvironmentFailure } from "../../environment.ts"
import type { ParsedDiagnostic } from "../parser.ts"
import { classOf } from "./error.ts"

const FATAL = /^(?:PHP )?(Fatal|Parse) error: {1,2}(.{1,4000})$/
const UNCAUGHT = /^Uncaught /
const PLACE = / in (\S.{0,1000}?\.(?:php|phpt|inc))(?:(?::| on line )(\d{1,9}))?$/

/** Reads what ended PHP itself: a file that cannot be parsed or found. The log and the screen say it twice. */
export function readFatalErrors(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found = new Map<string, ParsedDiagnostic>()
  for (const line of lines) {
    const [, level, text = ""] = FATAL.exec(line) ?? []
    if (level === undefined) continue
    const [place = "", path, row] = PLACE.exec(text) ?? []
    const message = text.slice(0, text.length - place.length).replace(UNCAUGHT, "")
    found.set(`${path} ${message}`, {
      kind: isEnvironmentFailure(message) ? "environment" : "build",
      code: classOf(message) ?? `${level.toLowerCase()}_error`,
      message,
      location: path === undefined ? undefined : { path, line: Number(row ?? 0) },
    })
  }
  return [...found.values()]
}
