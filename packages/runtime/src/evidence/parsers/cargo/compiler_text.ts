import type { ParsedDiagnostic } from "../parser.ts"
import { type CompilerError, toCompilerDiagnostic } from "./compiler_error.ts"

const HEAD = /^(error|warning)(?:\[(\w{1,64})\])?: (.{1,4000})$/
const SHORT = /^(\S.{0,1000}?):(\d{1,7}):(\d{1,7}): (error|warning)(?:\[(\w{1,64})\])?: (.{1,4000})$/
const PLACE = /^ {0,12}--> (\S.{0,1000}):(\d{1,7}):(\d{1,7})$/
const LABEL = /^ {0,12}\| .{0,2000}\^ (\S.{0,1000})$/
const LINT =
  /^ {1,12}= note: (?:requested on the command line with )?`(?:-[DFW] |#\[(?:deny|forbid|warn)\()([\w:-]{1,128})/
const LINKED =
  /^ {1,20}(?:= note: )?(?:\S{0,200}ld\S{0,40}: )?.{0,1000}(?:undefined (?:symbol|reference)|cannot find -l|unable to find library)/
const CAUSE = /^Caused by:$/
/** What says only that there were errors. */
const SUMMARY =
  /^(?:could not compile |aborting due to |(?:doc)?test (?:run )?failed|\d{1,5} targets? failed|build failed$|\d{1,9} warnings? emitted)/
const END = /^(?:\s*Compiling |\s*Checking |For more information about |Some errors have detailed )/

/** Errors that rustc, clippy and cargo print as text, "--message-format short" among them. Warnings fail nothing. */
export function readCompilerText(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found: ParsedDiagnostic[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ""
    const short = line.includes(": error") ? SHORT.exec(line) : null
    const head = short === null && line.startsWith("error") ? HEAD.exec(line) : null
    if (short !== null) found.push(...shortError(short))
    if (head === null || SUMMARY.test(head[3] ?? "")) continue
    const body = bodyBelow(lines, index + 1)
    found.push(...readError(head, body))
    index += body.length
  }
  return found
}

function shortError(match: RegExpExecArray): readonly ParsedDiagnostic[] {
  const [, path = "", row, column, level, code, message = ""] = match
  if (level !== "error") return []
  const location = { path, line: Number(row), column: Number(column) }
  return [toCompilerDiagnostic({ message, code, location, labels: [] })]
}

/** Up to the next error or warning; of cargo's own errors the causes belong to it. */
function bodyBelow(lines: readonly string[], start: number): readonly string[] {
  let end = start
  while (end < lines.length && !isEnd(lines, end)) end += 1
  return lines.slice(start, end)
}

function isEnd(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? ""
  if (HEAD.test(line) || END.test(line) || line.startsWith("{")) return true
  const next = lines[index + 1] ?? ""
  return line === "" && !CAUSE.test(next) && !next.startsWith(" ")
}

function readError(head: RegExpExecArray, body: readonly string[]): readonly ParsedDiagnostic[] {
  const [, , code, title = ""] = head
  const place = body.flatMap((line) => {
    const [, path, row, column] = PLACE.exec(line) ?? []
    return path === undefined ? [] : [{ path, line: Number(row), column: Number(column) }]
  })[0]
  const lint = body.flatMap((line) => LINT.exec(line)?.[1] ?? [])[0]
  const error: CompilerError = { message: title, code: code ?? lint, location: place, labels: labelsOf(body) }
  if (place !== undefined) return [toCompilerDiagnostic(error)]
  const linked = body.filter((line) => LINKED.test(line))
  const told = title.startsWith("linking with ") ? linked : body.filter((line) => !CAUSE.test(line))
  return [toCompilerDiagnostic({ ...error, labels: [], more: told })]
}

/** What stands beside the carets: the types that were expected and found. */
function labelsOf(body: readonly string[]): readonly string[] {
  return body.flatMap((line) => LABEL.exec(line)?.[1] ?? []).slice(0, 1)
}
