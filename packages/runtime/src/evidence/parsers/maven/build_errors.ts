import type { DiagnosticKind } from "../../../protocol/diagnostic.ts"
import { isEnvironmentFailure } from "../../environment.ts"
import type { ParsedDiagnostic } from "../parser.ts"

const PLACED =
  /^((?:[A-Za-z]:)?[^\s:[\]]{1,1000}\.(?:java|kt|groovy|scala)):\[(\d{1,7})(?:,(\d{1,7}))?\] (?:error: )?(.{1,4000})$/
const DETAIL = /^ {2,12}\S/
const ERROR = "[ERROR] "
const GOAL =
  /^(?:Failed to execute goal |Plugin \S{1,400} or one of its dependencies |Unknown lifecycle phase |No plugin found for prefix |Error executing Maven|Unresolveable build extension|Could not find the selected project|The goal you specified requires|Non-resolvable |Non-parseable |The project \S{1,400} .{0,400}has \d{1,6} errors?|Unrecognised tag|Could not resolve )/
const PLUGIN = /^Failed to execute goal [\w.-]{1,200}:([\w-]{1,200}?)(?:-maven)?(?:-plugin)?:/
const HELP = / -> \[Help \d{1,3}\]$/
/** Repeats what tests and compiler have said. */
const REPEATED =
  /There are test failures|There was a timeout|Compilation failure(?!.{0,10}\S)|Compilation failure: Compilation/
const UNREACHABLE =
  /in offline mode|Could not transfer|Cannot access |Unknown host|Connection (?:refused|timed out|reset)|Network is unreachable|release version \d{1,3} not supported|invalid target release|No compiler is provided|JAVA_HOME|status code: 5\d\d/

/** Errors of compilation, each once, and why a goal could not be executed if that says more. */
export function readMavenErrors(
  lines: readonly string[],
  plain: readonly string[],
  has_tests: boolean,
): readonly ParsedDiagnostic[] {
  const compiled = readCompiler(plain)
  const goals = plain.flatMap((line, index) => {
    const is_error = lines[index]?.startsWith(ERROR) === true && GOAL.test(line)
    return is_error ? [toGoalError(line)] : []
  })
  const known = has_tests || compiled.length > 0
  return [...compiled, ...goals.filter(({ message }) => !(known && REPEATED.test(message)))]
}

function readCompiler(plain: readonly string[]): readonly ParsedDiagnostic[] {
  const found = new Map<string, ParsedDiagnostic>()
  for (let index = 0; index < plain.length; index += 1) {
    const line = plain[index] ?? ""
    const [, path, row, column, title = ""] = line.includes(":[") ? (PLACED.exec(line) ?? []) : []
    if (path === undefined || isWarning(title)) continue
    const message = [title, ...detailsBelow(plain, index + 1)].join("\n")
    const key = `${path}:${row ?? ""}:${column ?? ""}:${message}`
    const place = { path, line: Number(row), column: column === undefined ? undefined : Number(column) }
    if (!found.has(key)) found.set(key, { kind: "build", message, location: place })
  }
  return [...found.values()]
}

function isWarning(title: string): boolean {
  return /^\[(?:deprecation|unchecked|removal|rawtypes|serial|try|cast)\] /.test(title)
}

function detailsBelow(plain: readonly string[], start: number): readonly string[] {
  const below = plain.slice(start, start + 20)
  const end = below.findIndex((line) => !DETAIL.test(line))
  return (end === -1 ? below : below.slice(0, end)).map((line) => line.trim())
}

function toGoalError(line: string): ParsedDiagnostic {
  const message = line.replace(HELP, "").trim()
  const code = PLUGIN.exec(message)?.[1]
  return { kind: kindOf(message), message, code }
}

function kindOf(message: string): DiagnosticKind {
  if (message.includes("No tests were executed")) return "test"
  if (UNREACHABLE.test(message)) return "environment"
  // A repository that answers and has no such artifact: the coordinates are wrong.
  if (message.includes("Could not find artifact")) return "build"
  return isEnvironmentFailure(message.slice(0, 1000)) ? "environment" : "build"
}
