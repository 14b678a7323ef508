import { parsedJson } from "@proofloop/foundation/text"
import { readFrame } from "./command_frame.ts"
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

export interface ToolOutputReading {
  /** What the tool printed; data as its JSON. */
  readonly text: string
  /** Whether it says that the call failed; undefined when it does not say. */
  readonly failed: boolean | undefined
  /** Exit code of the process; undefined when unknown. */
  readonly exit_code: number | undefined
  /** Whether it was ended because its time was over. */
  readonly timed_out: boolean
}

/**
 * Reads the output of a tool: a text, streams with an exit code, an MCP result, any data. An exit code is a field, else
 * what lines around a text tell; `looks` as in `readFrame`. Never throws.
 */
export function readToolOutput(given: unknown, looks = false): ToolOutputReading {
  const output = heldRecord(given)
  const text = textOf(output)
  const told = exitCodeOf(output)
  const frame = told === undefined && text !== undefined ? readFrame(text, looks) : undefined
  const exit_code = told ?? frame?.exit_code
  return {
    text: frame?.output ?? text ?? coerceText(output),
    failed: saysFailure(output) ?? fails(exit_code) ?? (frame?.stopped === undefined ? undefined : true),
    exit_code,
    timed_out: timedOut(output) || (frame?.stopped === "time" && exit_code !== 0),
  }
}

/** The record that a text is, where it has an exit code; else the output as it is. */
function heldRecord(output: unknown): unknown {
  if (typeof output !== "string" || !output.startsWith("{") || !/exit|return/.test(output)) return output
  const held = parsedJson(output)
  return exitCodeOf(held) === undefined ? output : held
}

/**
 * Whether the fields of an output say that its call failed; undefined when they do not say. The first that is present
 * decides: `ok`, `success`, `passed` (booleans), `isError: true`, `timed_out`, an exit code, a known `status`, a non-empty `error`.
 */
function saysFailure(output: unknown): boolean | undefined {
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
  return isPresent(readField(output, "error")) ? true : undefined
}

/** The exit code of a command: `exit_code`, `exitCode`, `return_code`, `returncode`; `code`, `status` beside streams. */
function exitCodeOf(output: unknown): number | undefined {
  const named = firstPresent(output, ["exit_code", "exitCode", "return_code", "returncode"])
  if (typeof named === "number") return named
  if (!hasStreams(output)) return undefined
  const code = [readField(output, "code"), readField(output, "status")].find(
    (value) => typeof value === "number",
  )
  return code ?? signalExit(output)
}

/** The exit code that a shell gives a process ended from outside. */
export function signalExit(output: unknown): number | undefined {
  const signal = readField(output, "signal")
  return signal === "SIGKILL" ? 137 : signal === "SIGTERM" ? 143 : undefined
}

function timedOut(output: unknown): boolean {
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
