import type { OutputParser, ParsedDiagnostic } from "./parser.ts"

const HEAD = /^ {2}([×x⚠!]) (\S.{0,4000})$/
const PLACE = /^ {1,12}(?:╭─|,-)\[(\S.{0,1023}?):(\d{1,7}):(\d{1,7})\]$/
const WRAPPED = /^ {2}[│|] (.{0,4000})$/
const RULE = /^([\w@/-]{1,128})\(([\w@/-]{1,128})\): (.{1,4000})$/
const SUMMARY = /^Found \d{1,9} warnings? and \d{1,9} errors?\.$/m
const PLACES = /^ {1,12}(?:╭─|,-)\[\S/m
const TOO_MANY = /^Exceeded maximum number of warnings/m
const MAX_WRAPPED = 16

/** Reads Oxlint's default format. Warnings count as failures only when there are more than the command allows. */
export const oxlintParser: OutputParser = {
  name: "oxlint",
  marks: [" and 0 errors.", " errors.\n", " error.\n", "╭─[", " ,-["],
  commands: /\boxlint\b/,
  recognises: (text) => SUMMARY.test(text) || PLACES.test(text),
  parse: (text) => {
    const with_warnings = TOO_MANY.test(text)
    const lines = text.split("\n")
    const diagnostics = lines.flatMap((line, index) => readMessage(line, lines, index, with_warnings) ?? [])
    if (diagnostics.length === 0 && !SUMMARY.test(text)) return null
    return { diagnostics, tests_run: null, ran_test_ids: null }
  },
}

function readMessage(
  line: string,
  lines: readonly string[],
  index: number,
  with_warnings: boolean,
): ParsedDiagnostic | null {
  const [, mark = "", first = ""] = HEAD.exec(line) ?? []
  const is_error = mark === "×" || mark === "x"
  if (mark === "" || (!is_error && !with_warnings)) return null
  let end = index + 1
  while (end - index < MAX_WRAPPED && WRAPPED.test(lines[end] ?? "")) end += 1
  const [, path, row, column] = PLACE.exec(lines[end] ?? "") ?? []
  if (path === undefined) return null
  const rest = lines.slice(index + 1, end).map((below) => WRAPPED.exec(below)?.[1] ?? "")
  const told = [first, ...rest].join(" ")
  const [, plugin, rule, message = told] = RULE.exec(told) ?? []
  return {
    // An entry without a rule is a file that could not be parsed.
    kind: rule === undefined ? "build" : "lint",
    code: rule === undefined ? "parsing-error" : plugin === "eslint" ? rule : `${plugin}/${rule}`,
    message,
    location: { path, line: Number(row), column: Number(column) },
  }
}
