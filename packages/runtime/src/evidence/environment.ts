import type { DiagnosticKind } from "../protocol/diagnostic.ts"
import { lackOf } from "./environment_message.ts"

const MAX_CHARACTERS = 16 * 1024
/** Cannot be run, is not there, or was killed for using too much memory. */
const ENVIRONMENT_EXITS: ReadonlySet<number | undefined> = new Set([126, 127, 137])

/** `timeout` with a signal that kills, at once or later. */
const KILLING_TIMEOUT =
  /(?:^|[\s;&|(])g?timeout\s[^;&|]{0,64}?(?:(?:-k|--kill-after)[= ]?\d|(?:-s|--signal)[= ]?(?:SIG)?(?:KILL|9)\b)/
const TIMEOUT =
  /\b(?:command|process|execution|script|tool call|verification|test run) (?:has )?timed out\b|\btimed out after \d{1,9} ?(?:ms|s|seconds|minutes|m)\b|\bTimeoutExpired\b/i
const BUILD_WORDS: readonly string[] = ["rror", "FAILED", "ailed", "symbol", "compile"]
const TYPE_ERROR = /\berror TS\d{2,6}:|\berror: .{0,80}\[(?:arg-type|return-value|assignment|attr-defined)\]/
const BUILD =
  /\b(?:SyntaxError|IndentationError|BUILD FAILED|COMPILATION ERROR|compilation failed|Compile failed|cannot find symbol|could not compile)\b/i
const ERROR_AT = /^\S{1,256}:\d{1,7}(?::\d{1,7})?: (?:fatal )?error:/im

/** Exit codes of `timeout`: 124, and 137 if it had to kill. Only the command tells 137 from lack of memory. */
export function isTimeoutExit(exit_code: number | undefined, command: string | undefined): boolean {
  return exit_code === 124 || (exit_code === 137 && command !== undefined && KILLING_TIMEOUT.test(command))
}

/**
 * The kind of a failure by its exit code and text, or null when nothing tells. A missing tool, network or service is
 * `environment`. So is a missing dependency that the text itself calls declared; any other missing module is an
 * ordinary failure.
 * @requirement evidence.kind
 */
export function failureKind(text: string, exit_code: number | undefined): DiagnosticKind | null {
  if (ENVIRONMENT_EXITS.has(exit_code)) return "environment"
  if (isTimeoutExit(exit_code, undefined)) return "timeout"
  const read = text.length <= MAX_CHARACTERS ? text : ends(text)
  if (isEnvironmentFailure(read)) return "environment"
  if (/ime(?:d.)?out/i.test(read) && TIMEOUT.test(read)) return "timeout"
  if (!BUILD_WORDS.some((word) => read.includes(word))) return null
  if (TYPE_ERROR.test(read)) return "type"
  return BUILD.test(read) || (/: (?:fatal )?error:/i.test(read) && ERROR_AT.test(read)) ? "build" : null
}

/** Whether a text of moderate length says that tools, packages, network or space are missing. */
export function isEnvironmentFailure(text: string): boolean {
  return lackOf(text) !== null
}

function ends(text: string): string {
  return `${text.slice(0, MAX_CHARACTERS / 2)}\n${text.slice(-MAX_CHARACTERS / 2)}`
}
