import { readMember, readNumber, readText } from "@proofloop/foundation/text"
import type { DiagnosticLocation } from "../../protocol/diagnostic.ts"
import { jsonDocuments } from "./json_documents.ts"
import type { OutputParser, ParsedDiagnostic } from "./parser.ts"

/** "a.py:1:8: F401 [*] message", of full output before ruff 0.12 too; with `--preview` names take the place of codes. */
const CONCISE =
  /^([^\s>|*+#-].{0,1000}?\.(?:pyi?|ipynb))(?::cell \d{1,5})?:(\d{1,7}):(\d{1,7}): ([A-Z]{1,4}\d{3,4}|[A-Za-z][a-z-]{1,64}:|SyntaxError:) (?:\[\*\] )?(\S.{0,2000})$/
const HEAD = /^([A-Z]{1,4}\d{3,4}|[a-z][a-z-]{1,64}:) (?:\[\*\] )?(\S.{0,2000})$/
const PLACE = /^ {1,8}--> ([^\s>|*+#-].{0,1000}?\.(?:pyi?|ipynb))(?::cell \d{1,5})?:(\d{1,7}):(\d{1,7})$/
const GROUP = /^([^\s>|*+#-].{0,1000}?\.(?:pyi?|ipynb)):$/
const GROUPED =
  /^ {2,10}(\d{1,7}):(\d{1,7}) +([A-Z]{1,4}\d{3,4}|[a-z][a-z-]{1,64}:) (?:\[\*\] )?(\S.{0,2000})$/
const REFORMAT = /^Would reformat: (\S.{0,1000})$/
const UNPARSED = /^error: Failed to parse ([^\s>|*+#-].{0,1000}?):(\d{1,7}):(\d{1,7}): (.{1,2000})$/
const FAILED = /^ruff failed$/
const SUMMARY =
  /^(?:Found \d{1,9} errors?(?:\.| \(\d)|All checks passed!$|\[\*\] \d{1,9} fixable|\d{1,9} files? (?:already formatted|would be reformatted))/m
const PLACE_ONCE = new RegExp(PLACE.source, "m")
const JSON_MARK = '"noqa_row":'

/** Reads ruff: full (before and since 0.12), concise, grouped, JSON and JSON lines, and `ruff format --check`. */
export const ruffParser: OutputParser = {
  name: "ruff",
  marks: [
    ".py:",
    ".pyi:",
    ".ipynb:",
    "All checks passed!",
    "Would reformat: ",
    " already formatted",
    JSON_MARK,
    "ruff failed",
    "error: Failed to parse ",
  ],
  recognises: (text, command) => {
    if (text.includes(JSON_MARK) || (text.includes("--> ") && PLACE_ONCE.test(text))) return true
    if (
      /^(?:ruff failed|All checks passed!|Would reformat: \S.{0,1000}|\d{1,9} files? already formatted)$/m.test(
        text,
      )
    )
      return true
    const is_known = SUMMARY.test(text) || (command !== undefined && /\bruff\b/.test(command))
    return is_known && (text.includes(".py") || text.includes(".ipynb")) && hasEntry(text)
  },
  parse: (text) => {
    const diagnostics = [...readLines(text.split("\n")), ...readJson(text)]
    if (diagnostics.length === 0 && !SUMMARY.test(text)) return null
    return { diagnostics, tests_run: null, ran_test_ids: null }
  },
}

function hasEntry(text: string): boolean {
  return text.split("\n").some((line) => CONCISE.test(line) || GROUPED.test(line) || UNPARSED.test(line))
}

function readLines(lines: readonly string[]): readonly ParsedDiagnostic[] {
  let group: string | undefined
  return lines.flatMap((line, index): readonly ParsedDiagnostic[] => {
    const next = lines[index + 1] ?? ""
    group = GROUP.exec(line)?.[1] ?? (line === "" ? undefined : group)
    const found =
      readEntry(line) ?? readFull(line, next) ?? (group === undefined ? null : readGrouped(line, group))
    if (found !== null) return [found]
    if (!FAILED.test(line)) return []
    return [{ kind: "runtime", code: "usage", message: `${line}: ${next.trim()}` }]
  })
}

function readEntry(line: string): ParsedDiagnostic | null {
  const [, path, row, column, code = "", message = ""] = CONCISE.exec(line) ?? []
  if (path !== undefined) return toDiagnostic(code, message, toLocation(path, row, column))
  const [, file, at, offset, text = ""] = UNPARSED.exec(line) ?? []
  if (file !== undefined) return toDiagnostic("invalid-syntax", text, toLocation(file, at, offset))
  const unformatted = REFORMAT.exec(line)?.[1]
  if (unformatted === undefined) return null
  return { kind: "lint", code: "format", message: "would be reformatted", location: { path: unformatted } }
}

function readFull(line: string, next: string): ParsedDiagnostic | null {
  const [, path, row, column] = next.includes("--> ") ? (PLACE.exec(next) ?? []) : []
  const [, code, message = ""] = path === undefined ? [] : (HEAD.exec(line) ?? [])
  return path === undefined || code === undefined
    ? null
    : toDiagnostic(code, message, toLocation(path, row, column))
}

function readGrouped(line: string, path: string): ParsedDiagnostic | null {
  const [, row, column, code = "", message = ""] = GROUPED.exec(line) ?? []
  return row === undefined ? null : toDiagnostic(code, message, toLocation(path, row, column))
}

function readJson(text: string): readonly ParsedDiagnostic[] {
  if (!text.includes(JSON_MARK)) return []
  const entries = [...jsonDocuments(text, "[\n  {").flat(), ...jsonDocuments(text, '{"cell":')]
  return entries.flatMap((entry) => {
    const path = readText(entry, "filename") ?? ""
    if (path === "") return []
    const at = readMember(entry, "location")
    // A syntax error had no code before it was called one.
    const code = (readText(entry, "code") ?? "") || "invalid-syntax"
    const location = { path, line: readNumber(at, "row") ?? 0, column: readNumber(at, "column") ?? 0 }
    return [toDiagnostic(code, readText(entry, "message") ?? "", location)]
  })
}

function toLocation(path: string, row: string | undefined, column: string | undefined): DiagnosticLocation {
  return { path, line: Number(row), column: Number(column) }
}

function toDiagnostic(label: string, message: string, location: DiagnosticLocation): ParsedDiagnostic {
  const name = label.replace(/:$/, "")
  const code = name === "SyntaxError" ? "invalid-syntax" : name
  return {
    kind: code === "invalid-syntax" || /^E9\d\d$/.test(code) ? "build" : "lint",
    code,
    message,
    location,
  }
}
