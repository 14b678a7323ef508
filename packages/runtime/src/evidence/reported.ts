import type { DiagnosticKind, DiagnosticLocation } from "../protocol/diagnostic.ts"
import type { ToolResult } from "../protocol/tool.ts"
import { coerceText } from "./outcome.ts"
import type { ParsedDiagnostic } from "./parsers/parser.ts"
import { firstPresent, readCount, readField, readItems } from "./read_field.ts"
import { stripTerminal } from "./terminal.ts"

const MAX_ENTRIES = 10_000
const TEXT_FIELDS = [
  "failureSignature",
  "failure_signature",
  "signature",
  "message",
  "text",
  "error",
  "stderr",
  "stdout",
  "combined",
  "result",
]
const PATH_FIELDS = ["path", "file", "filename"]
const KINDS: readonly DiagnosticKind[] = [
  "test",
  "build",
  "type",
  "lint",
  "runtime",
  "timeout",
  "environment",
  "edit_rejected",
]

/** The failures a result reports: its `diagnostics`, else `errors`, else `diagnostic`. @requirement evidence.structured */
export function reportedDiagnostics(result: ToolResult): readonly ParsedDiagnostic[] {
  return (firstList(result) ?? []).flatMap((entry) => readEntry(entry) ?? [])
}

function firstList(result: ToolResult): readonly unknown[] | undefined {
  for (const name of ["diagnostics", "errors"]) {
    const list = readItems(readField(result, name), MAX_ENTRIES)
    if (list !== undefined && list.length > 0) return list
  }
  const single = readField(result, "diagnostic")
  return single === undefined || single === null ? undefined : [single]
}

function readEntry(entry: unknown): ParsedDiagnostic | null {
  if (typeof entry === "string")
    return entry.trim() === "" ? null : { kind: "runtime", message: clean(entry) }
  const message = clean(coerceText(firstPresent(entry, TEXT_FIELDS)))
  const code = text(firstPresent(entry, ["code", "rule", "kind"]))
  const test_id = text(firstPresent(entry, ["test_id", "testId"]))
  const location = readLocation(entry)
  if (message === "" && code === undefined && test_id === undefined) return null
  return {
    kind: readKind(entry) ?? (test_id === undefined ? "runtime" : "test"),
    message,
    ...(code === undefined ? {} : { code }),
    ...(test_id === undefined ? {} : { test_id }),
    ...(location === undefined ? {} : { location }),
  }
}

/** Where an entry says it is: its `location`, or a path of its own. */
export function readLocation(entry: unknown): DiagnosticLocation | undefined {
  const nested = readField(entry, "location")
  const inside = text(firstPresent(nested, PATH_FIELDS))
  const source = inside === undefined ? entry : nested
  const path = inside ?? text(typeof nested === "string" ? nested : firstPresent(entry, PATH_FIELDS))
  if (path === undefined) return undefined
  const line = readCount(source, ["line"])
  const column = readCount(source, ["column", "col"])
  return { path, ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) }
}

function text(value: unknown): string | undefined {
  if (typeof value === "number") return String(value)
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined
}

function clean(message: string): string {
  return stripTerminal(message).trim()
}

/** The kind an entry names, if there is such a kind. */
export function readKind(entry: unknown): DiagnosticKind | undefined {
  const kind = readField(entry, "kind")
  return KINDS.find((known) => known === kind)
}
