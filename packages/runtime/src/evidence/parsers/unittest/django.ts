import type { DiagnosticKind } from "../../../protocol/diagnostic.ts"
import { isEnvironmentFailure } from "../../environment.ts"
import { errorCodeIn } from "../error_line.ts"
import type { ParsedDiagnostic } from "../parser.ts"
import { readRaisedError } from "../raised_error.ts"

const STARTS = /^(?:django\.core\.management\.base\.)?SystemCheckError: /
const ENDS = /^System check identified \d/
const LEVEL = /^(CRITICALS|ERRORS|WARNINGS|INFOS|DEBUGS):$/
const CHECK = /^(\S.{0,1000}?): \(([\w.]{1,64}\.[A-Z]\d{3})\) (.{1,4000})$/

/** Reads the errors of Django's system checks, which keep the tests from running: "cart.Item.name: (fields.E120) ...". */
export function readSystemChecks(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found: ParsedDiagnostic[] = []
  let level: string | null = null
  for (const line of lines) {
    if (STARTS.test(line)) level = ""
    else if (ENDS.test(line)) level = null
    if (level === null) continue
    level = LEVEL.exec(line)?.[1] ?? level
    if (level !== "ERRORS" && level !== "CRITICALS") continue
    const [, subject, code, message = ""] = CHECK.exec(line) ?? []
    if (subject !== undefined && code !== undefined) {
      found.push({ kind: "build", code, message: subject === "?" ? message : `${subject}: ${message}` })
    }
  }
  return found
}

/** Part of the path of Django's test command, as its frames name it. */
export const TEST_COMMAND = "django/core/management/commands/test.py"
const TRACEBACK = "Traceback (most recent call last):"
const UNREACHABLE =
  /could not connect to server|Connection refused|Can't connect to |could not translate host name/i
const LOADING =
  /^(?:ImportError|ModuleNotFoundError|SyntaxError|IndentationError|TabError|ImproperlyConfigured)$/

/** Reads the error that ended Django's test command before a test ran: in settings, a migration or the database. */
export function readCrash(text: string, lines: readonly string[]): readonly ParsedDiagnostic[] {
  if (!text.includes(TEST_COMMAND)) return []
  const start = lines.lastIndexOf(TRACEBACK)
  const { message, location } = readRaisedError(start === -1 ? [] : lines.slice(start))
  if (message === "") return []
  const code = errorCodeIn(message)
  return [{ kind: kindOf(message, code), code, message, location }]
}

function kindOf(message: string, code: string | undefined): DiagnosticKind {
  const head = message.slice(0, 1000)
  if (isEnvironmentFailure(head) || UNREACHABLE.test(head)) return "environment"
  return code !== undefined && LOADING.test(code) ? "build" : "runtime"
}
