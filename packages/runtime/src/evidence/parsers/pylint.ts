import { readNumber, readText } from "@proofloop/foundation/text"
import { jsonDocuments } from "./json_documents.ts"
import type { OutputParser, ParsedDiagnostic } from "./parser.ts"

const TEXT = /^([^\s>|*+#-].{0,1000}?):(\d{1,7}):(\d{1,7}): ([CEFIRW]\d{4}): (\S.{0,2000})$/
const PARSEABLE =
  /^([^\s>|*+#-].{0,1000}?):(\d{1,7}): \[([CEFIRW]\d{4})\([a-z0-9-]{1,64}\), [^\]\n]{0,200}\] (\S.{0,2000})$/
const SYMBOL = / \([a-z0-9-]{1,64}\)$/
const MODULE = /^\*{13} Module \S/m
const RATED = /^Your code has been rated at -?\d{1,9}\.\d\d\/10/m

export const pylintParser: OutputParser = {
  name: "pylint",
  marks: ["************* Module ", "Your code has been rated at ", '"message-id": "'],
  recognises: (text) =>
    (text.includes("************* Module ") && MODULE.test(text)) ||
    (text.includes("Your code has been rated at ") && RATED.test(text)) ||
    text.includes('"message-id": "'),
  parse: (text) => {
    const lines = text.split("\n").flatMap((line) => readLine(line) ?? [])
    const diagnostics = [...lines, ...readJson(text)]
    if (diagnostics.length === 0 && !RATED.test(text)) return null
    return { diagnostics, tests_run: null, ran_test_ids: null }
  },
}

function readLine(line: string): ParsedDiagnostic | null {
  const [, path, row, column, code = "", message = ""] = TEXT.exec(line) ?? []
  if (path !== undefined)
    return toDiagnostic(path, {
      line: Number(row),
      column: Number(column),
      code,
      message: message.replace(SYMBOL, ""),
    })
  const [, file, at, id = "", text = ""] = PARSEABLE.exec(line) ?? []
  return file === undefined
    ? null
    : toDiagnostic(file, { line: Number(at), column: undefined, code: id, message: text })
}

function readJson(text: string): readonly ParsedDiagnostic[] {
  if (!text.includes('"message-id": "')) return []
  return jsonDocuments(text, "[\n    {")
    .flat()
    .flatMap((entry) => {
      const code = readText(entry, "message-id") ?? ""
      const path = readText(entry, "path") ?? ""
      if (code === "" || path === "") return []
      return [
        toDiagnostic(path, {
          line: readNumber(entry, "line") ?? 0,
          column: readNumber(entry, "column") ?? 0,
          code,
          message: readText(entry, "message") ?? "",
        }),
      ]
    })
}

function toDiagnostic(
  path: string,
  {
    line,
    column,
    code,
    message,
  }: {
    readonly line: number
    readonly column: number | undefined
    readonly code: string
    readonly message: string
  },
): ParsedDiagnostic {
  return {
    // What pylint could not parse, or not read at all.
    kind: code === "E0001" || code.startsWith("F") ? "build" : "lint",
    code,
    message,
    location: { path, line, column },
  }
}
