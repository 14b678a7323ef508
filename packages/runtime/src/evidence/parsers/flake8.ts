import type { OutputParser, ParsedDiagnostic } from "./parser.ts"

const DEFAULT =
  /^(?:\.\/)?([^\s>|*+#-].{0,1000}?\.(?:pyi?|ipynb)):(\d{1,7}):(\d{1,7}): ([A-Z]{1,4}\d{3,4}) (\S.{0,2000})$/
const PYLINT_FORMAT =
  /^(?:\.\/)?([^\s>|*+#-].{0,1000}?\.(?:pyi?|ipynb)):(\d{1,7}): \[([A-Z]{1,4}\d{3,4})\] (\S.{0,2000})$/
/** Ruff prints the same lines with a summary; it reads them itself. */
const RUFF = /^(?:Found \d{1,9} errors?[. (]|\[\*\] \d{1,9} fixable|No fixes available \()/m

/** Reads flake8 and pycodestyle: the default format and `--format=pylint`, with sources and statistics or without. */
export const flake8Parser: OutputParser = {
  name: "flake8",
  marks: [".py:", ".pyi:", ".ipynb:"],
  recognises: (text, command) => {
    if (!text.includes(".py") && !text.includes(".ipynb:")) return false
    return !RUFF.test(text) && !isRuff(command) && text.split("\n").some((line) => readLine(line) !== null)
  },
  parse: (text) => {
    const diagnostics = text.split("\n").flatMap((line) => readLine(line) ?? [])
    return diagnostics.length === 0 ? null : { diagnostics, tests_run: null, ran_test_ids: null }
  },
}

function isRuff(command: string | undefined): boolean {
  return command !== undefined && /\bruff\b/.test(command)
}

function readLine(line: string): ParsedDiagnostic | null {
  const [, path, row, column, code = "", message = ""] = DEFAULT.exec(line) ?? []
  if (path !== undefined) {
    return {
      kind: kindOf(code),
      code,
      message,
      location: { path, line: Number(row), column: Number(column) },
    }
  }
  const [, file, at, rule = "", text = ""] = PYLINT_FORMAT.exec(line) ?? []
  return file === undefined
    ? null
    : { kind: kindOf(rule), code: rule, message: text, location: { path: file, line: Number(at) } }
}

/** E9: the file cannot be read or compiled. */
function kindOf(code: string): "build" | "lint" {
  return /^E9\d\d$/.test(code) ? "build" : "lint"
}
