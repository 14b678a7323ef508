import type { OutputParser, ParsedDiagnostic } from "./parser.ts"

const HEAD =
  /^(\S.{0,1023}?)(?::(\d{1,7}):(\d{1,7}))? ((?:lint|assist|suppressions|parse|format|organizeImports|internalError)[\w/]{0,128})(?: {1,2}[A-Z]{2,16}){0,4} {1,2}━{2,200}$/
const HEADS = / ━━/
const ERROR = /^ {2}[×✖] (\S.{0,4000})$/
const SUMMARY = /^Checked \d{1,9} files? in /m
const MAX_LINES = 8

/** Reads Biome (lint, check, format, ci). Warnings and hints are not failures. */
export const biomeParser: OutputParser = {
  name: "biome",
  marks: ["━━", "Checked "],
  commands: /\bbiome\b/,
  recognises: (text) => SUMMARY.test(text) || HEADS.test(text),
  parse: (text) => {
    const lines = text.split("\n")
    const diagnostics = lines.flatMap((line, index) => readError(line, lines, index) ?? [])
    if (diagnostics.length === 0 && !SUMMARY.test(text)) return null
    return { diagnostics, tests_run: null, ran_test_ids: null }
  },
}

function readError(line: string, lines: readonly string[], index: number): ParsedDiagnostic | null {
  const head = line.includes("━━") ? HEAD.exec(line) : null
  if (head === null) return null
  const [, path = "", row, column, category = ""] = head
  const below = lines.slice(index + 1, index + MAX_LINES)
  const message = below.map((text) => ERROR.exec(text)?.[1]).find((text) => text !== undefined)
  if (message === undefined) return null
  return {
    kind: category === "parse" ? "build" : "lint",
    code: category.slice(category.lastIndexOf("/") + 1),
    message: message.replace(/\.$/, ""),
    location: row === undefined ? { path } : { path, line: Number(row), column: Number(column) },
  }
}
