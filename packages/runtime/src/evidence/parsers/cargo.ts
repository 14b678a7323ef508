import type { DiagnosticLocation } from "../../protocol/diagnostic.ts"
import { toCompilerDiagnostic } from "./cargo/compiler_error.ts"
import { readCompilerText } from "./cargo/compiler_text.ts"
import { readCargoTests } from "./cargo/tests.ts"
import type { OutputParser, ParsedDiagnostic } from "./parser.ts"
import { withStated } from "./stated.ts"

const TESTS =
  /^test result: (?:ok|FAILED)\. \d{1,9} passed; |^test \S.{0,512} \.\.\. (?:ok|FAILED|ignored)$|^\S.{0,512} --- FAILED$|^---- \S.{0,512} stdout ----$/m
const COMPILER =
  /^(?:error|warning)(?:\[E\d{4}\])?: .{1,4000}\n {0,12}--> |^(?:error|warning)\[E\d{4}\]: |: error\[E\d{4}\]: |^error: (?:could not (?:compile|find) `|aborting due to |linking with `|linker `|failed to (?:get|load|parse|select|download|fetch|run custom build) |no matching package )/m
const JSON_LINE = /^\{"(?:reason":"compiler-|reason":"build-|\$message_type":"diagnostic")/m
const COMMAND = /\b(?:cargo|rustc)\b/
const OWN_ERROR = /^error: /m
const MAX_LINE = 128 * 1024
const SUMMARY = /^(?:aborting due to |Some errors have detailed |For more information about )/

/** Reads cargo (test, build, check, clippy) and rustc, text and JSON. A test id is "module::test", without the binary. */
export const cargoParser: OutputParser = {
  name: "cargo",
  marks: [
    "test result: ",
    " ... ok",
    " ... FAILED",
    " --- FAILED",
    " stdout ----",
    "error[E",
    "--> ",
    "error: could not ",
    "error: aborting due to ",
    "error: linking with `",
    "error: linker `",
    "error: failed to ",
    "error: no matching package",
    '{"reason":"',
    '{"$message_type":"',
  ],
  commands: COMMAND,
  recognises: (text, command) =>
    TESTS.test(text) ||
    COMPILER.test(text) ||
    JSON_LINE.test(text) ||
    (command !== undefined && COMMAND.test(command) && OWN_ERROR.test(text)),
  parse: (text) => {
    const lines = text.split("\n")
    const { failures, ...tests } = readCargoTests(lines)
    const errors = [...readCompilerText(lines), ...readCompilerJson(lines)]
    return withStated({ ...tests, diagnostics: [...errors, ...tests.diagnostics] }, failures)
  },
}

type Fields = Readonly<Record<string, unknown>>

/** Errors of `cargo --message-format=json` and `rustc --error-format=json`: one object a line. */
function readCompilerJson(lines: readonly string[]): readonly ParsedDiagnostic[] {
  return lines.flatMap((line) => {
    const message = readMessage(line)
    return message === null ? [] : [message]
  })
}

function readMessage(line: string): ParsedDiagnostic | null {
  if (!line.startsWith("{") || !line.includes('"level":"error') || line.length > MAX_LINE) return null
  try {
    const event = fieldsOf(JSON.parse(line))
    const fields = event?.["reason"] === "compiler-message" ? fieldsOf(event["message"]) : event
    const text = fields?.["message"]
    if (fields === null || typeof text !== "string" || SUMMARY.test(text)) return null
    if (typeof fields["level"] !== "string" || !fields["level"].startsWith("error")) return null
    const code = fieldsOf(fields["code"])?.["code"]
    const spans = Array.isArray(fields["spans"]) ? fields["spans"].map(fieldsOf) : []
    const span = spans.find((item) => item?.["is_primary"] === true)
    const label = span?.["label"]
    return toCompilerDiagnostic({
      message: text,
      code: typeof code === "string" ? code : undefined,
      location: locationOf(span),
      labels: typeof label === "string" && label !== "" ? [label] : [],
    })
  } catch {
    return null
  }
}

function fieldsOf(value: unknown): Fields | null {
  return typeof value === "object" && value !== null ? (value as Fields) : null
}

function locationOf(span: Fields | null | undefined): DiagnosticLocation | undefined {
  const [path, line, column] = [span?.["file_name"], span?.["line_start"], span?.["column_start"]]
  if (typeof path !== "string") return undefined
  return {
    path,
    ...(typeof line === "number" ? { line } : {}),
    ...(typeof column === "number" ? { column } : {}),
  }
}
