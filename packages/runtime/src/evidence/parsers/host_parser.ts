import { readCount, readField, readItems } from "../read_field.ts"
import { readKind, readLocation } from "../reported.ts"
import type { OutputParser, ParsedDiagnostic, ParsedOutput } from "./parser.ts"

const MAX_ITEMS = 100_000

/** Whether a value has the shape of a parser; what it answers is not known before it is asked. */
export function isOutputParser(value: unknown): value is OutputParser {
  const marks = readField(value, "marks")
  const commands = readField(value, "commands")
  return (
    typeof readField(value, "name") === "string" &&
    typeof readField(value, "recognises") === "function" &&
    typeof readField(value, "parse") === "function" &&
    (marks === undefined || (Array.isArray(marks) && marks.every(isText))) &&
    (commands === undefined || commands instanceof RegExp)
  )
}

/** What a host's parser answered, without parts of another shape; null if it is not parsed output. */
export function readParsed(value: unknown): ParsedOutput | null {
  const diagnostics = readItems(readField(value, "diagnostics"), MAX_ITEMS)
  if (diagnostics === undefined) return null
  const ran_test_ids = readItems(readField(value, "ran_test_ids"), MAX_ITEMS)
  return {
    diagnostics: diagnostics.flatMap((entry) => readDiagnostic(entry) ?? []),
    tests_run: readCount(value, ["tests_run"]) ?? null,
    ran_test_ids: ran_test_ids?.every(isText) === true ? ran_test_ids : null,
    failures: readCount(value, ["failures"]),
  }
}

function readDiagnostic(entry: unknown): ParsedDiagnostic | null {
  const message = readField(entry, "message")
  const code = readField(entry, "code")
  const test_id = readField(entry, "test_id")
  const location = readLocation(entry)
  if (!isText(message)) return null
  return {
    kind: readKind(entry) ?? "runtime",
    message,
    ...(isText(code) ? { code } : {}),
    ...(isText(test_id) ? { test_id } : {}),
    ...(location === undefined ? {} : { location }),
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string"
}
