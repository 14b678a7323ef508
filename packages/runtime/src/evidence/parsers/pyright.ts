import { readList, readMember, readNumber, readText } from "@proofloop/foundation/text"
import type { DiagnosticLocation } from "../../protocol/diagnostic.ts"
import { jsonDocuments } from "./json_documents.ts"
import type { OutputParser, ParsedDiagnostic } from "./parser.ts"

const ENTRY = /^ {0,4}([^\s>|*+#-].{0,1000}?):(\d{1,7}):(\d{1,7}) - (error|warning|information): (.{1,4000})$/
const ENTRY_ONCE = /^ {0,4}[^\s>|*+#-].{0,1000}?:\d{1,7}:\d{1,7} - (?:error|warning|information): /m
const SUMMARY =
  /^(?:\d{1,9} errors?, \d{1,9} warnings?(?:, \d{1,9} info\w{0,8})? ?|No configuration file found\.)$/m
const RULE = / \((report[A-Za-z]{1,64})\)$/
const MISSING = /^File or directory ".{1,1024}" does not exist\.?$/m
const DETAIL = /^ {4,}\S/

/** Reads pyright and basedpyright, text and `--outputjson`. Warnings and information fail no run and are left out. */
export const pyrightParser: OutputParser = {
  name: "pyright",
  marks: [
    " - error: ",
    " - warning: ",
    " - information: ",
    " informations",
    " infos",
    '"generalDiagnostics"',
    'File or directory "',
  ],
  recognises: (text) =>
    (text.includes(" - ") && ENTRY_ONCE.test(text)) ||
    (text.includes(" info") && SUMMARY.test(text)) ||
    text.includes('"generalDiagnostics"') ||
    (text.includes("File or directory ") && MISSING.test(text)),
  parse: (text) => {
    const is_json = text.includes('"generalDiagnostics"')
    const reports = is_json ? readReports(text) : []
    const missing = MISSING.exec(text)?.[0]
    const diagnostics = [
      ...readErrors(withSpaces(text).split("\n")),
      ...reports.flatMap(readReport),
      ...(missing === undefined ? [] : [{ kind: "runtime" as const, code: "usage", message: missing }]),
    ]
    if (diagnostics.length === 0 && reports.length === 0 && !SUMMARY.test(text)) return null
    return { diagnostics, tests_run: null, ran_test_ids: null }
  },
}

/** Details are indented by spaces that do not break. */
function withSpaces(text: string): string {
  return text.replaceAll("\u00a0", " ")
}

function readErrors(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found: ParsedDiagnostic[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const [, path, row, column, level, first = ""] = ENTRY.exec(lines[index] ?? "") ?? []
    if (path === undefined) continue
    const message = [first]
    while (DETAIL.test(lines[index + 1] ?? "") && !ENTRY.test(lines[index + 1] ?? "")) {
      index += 1
      message.push((lines[index] ?? "").slice(2))
    }
    if (level !== "error") continue
    const text = message.join("\n")
    const location = { path, line: Number(row), column: Number(column) }
    found.push(toDiagnostic(text.replace(RULE, ""), RULE.exec(text)?.[1], location))
  }
  return found
}

function toDiagnostic(
  message: string,
  rule: string | undefined,
  location: DiagnosticLocation,
): ParsedDiagnostic {
  return { kind: "type", code: rule, message, location }
}

function readReports(text: string): readonly unknown[] {
  return jsonDocuments(text, '{\n    "').filter((report) =>
    Array.isArray(readMember(report, "generalDiagnostics")),
  )
}

function readReport(report: unknown): readonly ParsedDiagnostic[] {
  return readList(report, "generalDiagnostics").flatMap((entry) => {
    if (readMember(entry, "severity") !== "error") return []
    const start = readMember(readMember(entry, "range"), "start")
    const rule = readText(entry, "rule") ?? ""
    return [
      toDiagnostic(withSpaces(readText(entry, "message") ?? ""), rule === "" ? undefined : rule, {
        path: readText(entry, "file") ?? "",
        // Counted from 0 in JSON, from 1 in text.
        line: (readNumber(start, "line") ?? 0) + 1,
        column: (readNumber(start, "character") ?? 0) + 1,
      }),
    ]
  })
}
