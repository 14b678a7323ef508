import type { OutputParser, ParsedDiagnostic } from "./parser.ts"

const PLAIN = /^(\S.{0,1023}?)\((\d{1,7}),(\d{1,7})\): error (TS\d{1,6}): (.{0,4000})$/
const PRETTY = /^(\S.{0,1023}?):(\d{1,7}):(\d{1,7}) - error (TS\d{1,6}): (.{0,4000})$/
const GLOBAL = /^error (TS\d{1,6}): (.{0,4000})$/
const NOT_TYPESCRIPT = "This is not the tsc command you are looking for"

/** Reads the TypeScript compiler (5, 7), plain and pretty, with project builds, and tools that print as it does. */
export const tscParser: OutputParser = {
  name: "tsc",
  marks: ["error TS", NOT_TYPESCRIPT],
  recognises: (text) => text.includes("error TS") || text.includes(NOT_TYPESCRIPT),
  parse: (text) => {
    const lines = text.split("\n")
    const diagnostics = lines.flatMap((line, index) => readError(line, lines, index) ?? [])
    return diagnostics.length === 0 ? null : { diagnostics, tests_run: null, ran_test_ids: null }
  },
}

function readError(line: string, lines: readonly string[], index: number): ParsedDiagnostic | null {
  if (line.includes(NOT_TYPESCRIPT)) {
    return { kind: "environment", code: "typescript-missing", message: NOT_TYPESCRIPT }
  }
  if (!line.includes("error TS")) return null
  const [, path, row, column, code = "", words = ""] = PLAIN.exec(line) ?? PRETTY.exec(line) ?? []
  if (path !== undefined) {
    const location = { path, line: Number(row), column: Number(column) }
    return { kind: "type", code, message: withDetails(words, lines, index + 1), location }
  }
  const [, option, what = ""] = GLOBAL.exec(line) ?? []
  // An error without a file is about the options or the project.
  return option === undefined
    ? null
    : { kind: "build", code: option, message: withDetails(what, lines, index + 1) }
}

/** The message goes on in lines that are indented; the source comes behind an empty one. */
function withDetails(words: string, lines: readonly string[], start: number): string {
  let end = start
  while (end < lines.length && /^ {2,64}\S/.test(lines[end] ?? "")) end += 1
  return [words, ...lines.slice(start, end)].join("\n")
}
