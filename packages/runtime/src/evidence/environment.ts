import type { DiagnosticKind } from "../protocol/diagnostic.ts"
import { readFrame } from "./command_frame.ts"
import { lackOf } from "./environment_message.ts"

const MAX_CHARACTERS = 16 * 1024
/** Cannot be run, is not there, or was killed for using too much memory. */
const ENVIRONMENT_EXITS: ReadonlySet<number | undefined> = new Set([126, 127, 137])

/** `timeout` with a signal that kills, at once or later. */
const KILLING_TIMEOUT =
  /(?:^|[\s;&|(])g?timeout\s[^;&|]{0,64}?(?:(?:-k|--kill-after)[= ]?\d|(?:-s|--signal)[= ]?(?:SIG)?(?:KILL|9)\b)/
const BUILD_WORDS: readonly string[] = ["rror", "FAILED", "ailed", "symbol", "compile"]
const TYPE_ERROR = /\berror TS\d{2,6}:|\berror: .{0,80}\[(?:arg-type|return-value|assignment|attr-defined)\]/
const BUILD =
  /\b(?:SyntaxError|IndentationError|BUILD FAILED|COMPILATION ERROR|compilation failed|Compile failed|cannot find symbol|could not compile)\b/i
const ERROR_AT = /^\S{1,256}:\d{1,7}(?::\d{1,7})?: (?:fatal )?error:/im

/** 124 as `timeout` exits, 143 after SIGTERM, 137 if `timeout` had to kill; only the command tells that from lack of memory. */
export function isTimeoutExit(exit_code: number | undefined, command: string | undefined): boolean {
  const is_told = exit_code === 124 || exit_code === 143
  return is_told || (exit_code === 137 && command !== undefined && KILLING_TIMEOUT.test(command))
}

/**
 * The kind of a failure by its exit code and text, or null when nothing tells. A missing tool, network or service is
 * `environment`. So is a missing dependency that the text itself calls declared; any other missing module is an
 * ordinary failure. A tool that got as far as its own report (`is_report`) has its environment, whatever the report says.
 * @requirement evidence.kind
 */
export function failureKind(
  text: string,
  exit_code: number | undefined,
  is_report = false,
): DiagnosticKind | null {
  if (ENVIRONMENT_EXITS.has(exit_code)) return "environment"
  if (isTimeoutExit(exit_code, undefined)) return "timeout"
  const outside = outsideKind(text, is_report)
  if (outside !== null) return outside
  const read = ends(text)
  if (!BUILD_WORDS.some((word) => read.includes(word))) return null
  if (TYPE_ERROR.test(read)) return "type"
  return BUILD.test(read) || (/: (?:fatal )?error:/i.test(read) && ERROR_AT.test(read)) ? "build" : null
}

/** The same by the text alone, where what failed is none of the code's. */
export function outsideKind(text: string, is_report = false): "environment" | "timeout" | null {
  const read = ends(text)
  if (!is_report && isEnvironmentFailure(read)) return "environment"
  return readFrame(read).stopped === "time" ? "timeout" : null
}

/** Whether a text of moderate length says that tools, packages, network or space are missing. */
export function isEnvironmentFailure(text: string): boolean {
  return lackOf(text) !== null
}

function ends(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text
  return `${text.slice(0, MAX_CHARACTERS / 2)}\n${text.slice(-MAX_CHARACTERS / 2)}`
}
