import { coerceText } from "./outcome.ts"
import { firstPresent, readField } from "./read_field.ts"

const FAILED: ReadonlySet<string> = new Set([
  "error",
  "errored",
  "failed",
  "failure",
  "fail",
  "timeout",
  "timed_out",
])
const OK: ReadonlySet<string> = new Set(["ok", "success", "succeeded", "passed", "completed"])
const EXIT_LINE =
  /^\[?(?:(?:command|process) )?(?:(?:failed|finished) with )?(?:exit(?:ed)?|return(?:ed)?)(?: with)?[ _]?(?:code|status)[ :=]{1,3}(-?\d{1,10})\]?\.?$/i

export interface ToolOutputReading {
  /** What the tool printed; data as its JSON. */
  readonly text: string
  /** Whether it says that the call failed; undefined when it does not say. */
  readonly failed: boolean | undefined
  /** Exit code of the process; undefined when unknown. */
  readonly exit_code: number | undefined
}

/** Reads the output of a tool: a text, streams with an exit code, an MCP result, any data. Never throws. */
export function readToolOutput(output: unknown): ToolOutputReading {
  return {
    text: textOf(output) ?? coerceText(output),
    failed: saysFailure(output),
    exit_code: exitCodeOf(output),
  }
}

/**
 * Whether an output says that its call failed; undefined when it does not say. The first that is present decides:
 * `ok`, `success`, `passed` (booleans), `isError: true`, `timed_out`, an exit code, a known `status`, a non-empty `error`. In a
 * text, a first or last line such as "exit code 1" decides.
 */
export function saysFailure(output: unknown): boolean | undefined {
  if (typeof output === "string") return fails(exitCodeOfText(output))
  for (const name of ["ok", "success", "passed"]) {
    const said = readField(output, name)
    if (typeof said === "boolean") return !said
  }
  if (firstPresent(output, ["isError", "is_error"]) === true || timedOut(output)) return true
  const exit = fails(exitCodeOf(output))
  if (exit !== undefined) return exit
  const status = readField(output, "status")
  const name = typeof status === "string" ? status.toLowerCase() : ""
  if (FAILED.has(name)) return true
  if (OK.has(name)) return false
  if (typeof readField(output, "signal") === "string" && hasStreams(output)) return true
  return isPresent(readField(output, "error")) ? true : fails(exitCodeOfText(textOf(output) ?? ""))
}

/** The exit code of a command: `exit_code`, `exitCode`, `return_code`, `returncode`; `code`, `status` beside streams. */
export function exitCodeOf(output: unknown): number | undefined {
  const named = firstPresent(output, ["exit_code", "exitCode", "return_code", "returncode"])
  if (typeof named === "number") return named
  if (!hasStreams(output)) return undefined
  return [readField(output, "code"), readField(output, "status")].find((code) => typeof code === "number")
}

export function timedOut(output: unknown): boolean {
  return firstPresent(output, ["timed_out", "timedOut"]) === true
}

/**
 * What a command printed: a text, the streams of an object, or the text parts of an MCP result. Undefined for any
 * other output, which is compared as data.
 */
export function textOf(output: unknown): string | undefined {
  if (typeof output === "string") return output
  if (hasStreams(output)) return joined(output, ["stdout", "stderr"])
  const combined = firstPresent(output, ["combined", "output"])
  return typeof combined === "string" ? combined : textOfParts(readField(output, "content"))
}

function exitCodeOfText(text: string): number | undefined {
  const trimmed = text.trim()
  const first = trimmed.slice(0, Math.max(0, trimmed.indexOf("\n")))
  const last = trimmed.slice(trimmed.lastIndexOf("\n") + 1)
  for (const line of [last, first]) {
    const code = line.length > 80 ? undefined : EXIT_LINE.exec(line.trim())?.[1]
    if (code !== undefined) return Number(code)
  }
  return undefined
}

function fails(exit_code: number | undefined): boolean | undefined {
  return exit_code === undefined ? undefined : exit_code !== 0
}

function hasStreams(output: unknown): boolean {
  return typeof readField(output, "stdout") === "string" || typeof readField(output, "stderr") === "string"
}

function joined(output: unknown, names: readonly string[]): string {
  return names
    .map((name) => readField(output, name))
    .filter((stream) => typeof stream === "string" && stream !== "")
    .join("\n")
}

function textOfParts(content: unknown): string | undefined {
  if (!Array.isArray(content) || content.length === 0) return undefined
  const texts = content.map((part: unknown) => readField(part, "text"))
  return texts.every((text) => typeof text === "string") ? texts.join("\n") : undefined
}

function isPresent(error: unknown): boolean {
  return typeof error === "string" ? error.trim() !== "" : typeof error === "object" && error !== null
}
