import type { DiagnosticLocation } from "../../../protocol/diagnostic.ts"
import type { ParsedDiagnostic } from "../parser.ts"
import { toCompilerDiagnostic } from "./compiler_error.ts"

type Fields = Readonly<Record<string, unknown>>

const MAX_LINE = 128 * 1024
const SUMMARY = /^(?:aborting due to |Some errors have detailed |For more information about )/

/** Errors of `cargo --message-format=json` and `rustc --error-format=json`: one object a line. */
export function readCompilerJson(lines: readonly string[]): readonly ParsedDiagnostic[] {
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
