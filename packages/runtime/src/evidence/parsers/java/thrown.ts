import type { DiagnosticKind, DiagnosticLocation } from "../../../protocol/diagnostic.ts"
import { isEnvironmentFailure } from "../../environment.ts"
import { errorCodeIn } from "../error_line.ts"
import type { ParsedDiagnostic } from "../parser.ts"

const FRAME = /^\s*(?:at )?(?:[\w.@$-]{1,200}\/{1,2}){0,3}([\w.$]{1,400})\.[\w$<>]{1,200}\((.{1,300})\)$/
const FILE = /^([\w$-]{1,200}\.(?:java|kt|groovy|scala)):(\d{1,7})$/
const SHORT = /^(\s*(?:Caused by: )?[\w.$]{1,400}) at ([\w$-]{1,200}\.(?:java|kt|groovy|scala)):(\d{1,7})$/
const INDENTED_CAUSE = /^\s{1,64}(?=Caused by:)/
const NOISE = /^\s*(?:\.\.\. \d{1,6} (?:more|trimmed|common frames omitted)|\[\.\.\.\])$/
const OF_TOOLS =
  /^(?:java|javax|jdk|sun|com\.sun|junit|kotlin|groovy|scala|org\.(?:junit|opentest4j|hamcrest|assertj|mockito|gradle|apache\.(?:maven|tools)|codehaus|testng))\./
const TIMED_OUT = /TestTimedOutException|\btimed out after \d/
const MAX_LINES = 400

/** The failure of a JVM test by what it threw: messages and causes stay, frames of the stacks go. */
export function thrownBy(test_id: string, lines: readonly string[]): ParsedDiagnostic {
  const { message, location } = readThrown(lines)
  const code = errorCodeIn(message.split("\n", 1)[0] ?? "")
  return { kind: kindOf(message), test_id, message: message === "" ? "failed" : message, code, location }
}

/** "adds()" and "adds(int)[2]" of JUnit 5 are "adds" and "adds[2]". */
export function methodName(name: string): string {
  return name.replace(/\([^()]{0,400}\)/, "").trim()
}

function readThrown(lines: readonly string[]): { message: string; location: DiagnosticLocation | undefined } {
  const kept: string[] = []
  let location: DiagnosticLocation | undefined
  for (const line of lines.slice(0, MAX_LINES)) {
    const [, class_name, place = ""] = line.includes("(") ? (FRAME.exec(line) ?? []) : []
    const [, before, file, row] = line.includes(" at ") ? (SHORT.exec(line) ?? []) : []
    if (class_name !== undefined) location ??= locationOf(class_name, place)
    else if (before !== undefined && file !== undefined) {
      kept.push(before.replace(INDENTED_CAUSE, ""))
      location ??= { path: file, line: Number(row) }
    } else if (!NOISE.test(line)) kept.push(line.replace(INDENTED_CAUSE, ""))
  }
  const text = kept
    .filter((line) => line.trim() !== "")
    .join("\n")
    .trim()
  // Surefire breaks the line before a message of several lines, and Gradle below "Caused by:".
  return { message: text.replaceAll(/(^[\w.$]{1,400}:|Caused by:)\s*\n\s*/g, "$1 "), location }
}

/** The file by its class: "shop/CartTest.java". */
function locationOf(class_name: string, place: string): DiagnosticLocation | undefined {
  const [, file, row] = FILE.exec(place) ?? []
  if (file === undefined || OF_TOOLS.test(class_name)) return undefined
  const folder = class_name.split(".").slice(0, -1).join("/")
  return { path: folder === "" ? file : `${folder}/${file}`, line: Number(row) }
}

function kindOf(message: string): DiagnosticKind {
  if (TIMED_OUT.test(message.slice(0, 1000))) return "timeout"
  return isEnvironmentFailure(message.slice(0, 1000)) ? "environment" : "test"
}
