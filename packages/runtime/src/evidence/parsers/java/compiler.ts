import type { ParsedDiagnostic } from "../parser.ts"

const PLACED =
  /^(?::[\w:-]{1,200}(?=\/))?((?:[A-Za-z]:)?[^\s:]{1,1000}\.java):(\d{1,7}): (error|warning): (.{1,4000})$/
const RAW =
  /^((?:[A-Za-z]:)?[^\s:]{1,1000}\.java):(\d{1,7}):(\d{1,7}): (compiler\.err\.[\w.]{1,200})(?:: (.{1,4000}))?$/
const OWN =
  /^(?:javac: |error: )((?:file not found|release version|invalid (?:source|target) release|invalid flag|cannot access|error reading|source release|class names|Unsupported class).{0,4000})$/
const NO_RELEASE = /^(?:release version|invalid (?:source|target) release|Unsupported class)/
const WERROR = /^error: warnings found and -Werror specified/
const LINT = /^\[([\w-]{1,64})\] /
const CARET = /^\s*\^$/
const DETAIL = /^ {2,12}\S/
const MAX_ECHO = 6

/** Errors of javac; its warnings only if they were made errors (-Werror). */
export function readJavacErrors(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const takes_warnings = lines.some((line) => line.startsWith("error: ") && WERROR.test(line))
  return lines.flatMap((line, index) => {
    if (!line.includes(": ")) return []
    const placed = PLACED.exec(line)
    const error = placed === null ? (readRaw(line) ?? readOwn(line)) : null
    if (placed === null) return error === null ? [] : [error]
    const [, path = "", row, level, title = ""] = placed
    if (level === "warning" && !takes_warnings) return []
    const lint = level === "warning" ? LINT.exec(title)?.[1] : undefined
    const found: ParsedDiagnostic = {
      kind: level === "warning" ? "lint" : "build",
      code: lint,
      message: [title.replace(LINT, ""), ...detailsBelow(lines, index + 1)].join("\n"),
      location: { path, line: Number(row) },
    }
    return [found]
  })
}

function readRaw(line: string): ParsedDiagnostic | null {
  const [, path, row, column, code, message] = line.includes(": compiler.err.") ? (RAW.exec(line) ?? []) : []
  if (path === undefined || code === undefined) return null
  const location = { path, line: Number(row), column: Number(column) }
  return { kind: "build", code, message: message ?? code, location }
}

function readOwn(line: string): ParsedDiagnostic | null {
  const message = OWN.exec(line)?.[1]
  if (message === undefined) return null
  return { kind: NO_RELEASE.test(message) ? "environment" : "build", message }
}

/** What stands below the caret: symbol and location, required and found types. Names of type variables tell nothing. */
function detailsBelow(lines: readonly string[], start: number): readonly string[] {
  const caret = lines.slice(start, start + MAX_ECHO).findIndex((line) => CARET.test(line))
  if (caret === -1) return []
  const details: string[] = []
  for (const line of lines.slice(start + caret + 1, start + caret + 21)) {
    if (!DETAIL.test(line) || /^ {2,12}where /.test(line)) break
    details.push(line.trim())
  }
  return details
}
