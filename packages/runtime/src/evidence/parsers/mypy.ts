import type { DiagnosticLocation } from "../../protocol/diagnostic.ts"
import type { OutputParser, ParsedDiagnostic } from "./parser.ts"

const ENTRY =
  /^([^\s>|*+#-].{0,1000}?\.(?:pyi?|ipynb))(?::(\d{1,7})(?::(\d{1,7})(?::\d{1,7}:\d{1,7})?)?)?: (error|note): (.{1,4000})$/
const ENTRY_ONCE = /^[^\s>|*+#-].{0,1000}?\.(?:pyi?|ipynb)(?::\d{1,7}){0,4}: error: /m
const SUMMARY =
  /^(?:Found \d{1,9} errors? in \d{1,9} files? \((?:checked \d|errors prevented )|Success: no issues found in \d)/m
const USAGE = /^(?:usage: )?mypy: (?!note)(.{1,2000})$/
const CODE = / {1,2}\[([a-z][a-z0-9-]{0,63})\]$/
const CARETS = /^ {4,}\^~*$/
const MAX_WRAPPED = 32
const LINK = /^See https?:\/\//

/** Reads mypy, also `--pretty`. A note about an error belongs to its message. */
export const mypyParser: OutputParser = {
  name: "mypy",
  marks: [": error: ", "Success: no issues found in ", " in 1 file (", " files (", "mypy: "],
  recognises: (text) =>
    (text.includes(": error: ") && ENTRY_ONCE.test(text)) ||
    ((text.includes("Found ") || text.includes("Success: no issues")) && SUMMARY.test(text)) ||
    (text.includes("mypy: ") && /^(?:usage: )?mypy: /m.test(text)),
  parse: (text) => {
    const lines = unwrapped(text.split("\n"))
    const diagnostics = [...readErrors(lines), ...readUsage(lines)]
    if (diagnostics.length === 0 && !SUMMARY.test(text)) return null
    return { diagnostics, tests_run: null, ran_test_ids: null }
  },
}

/** With `--pretty` messages are wrapped, and followed by the source line and carets. */
function unwrapped(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => CARETS.test(line))) return lines
  const whole: string[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const parts = [lines[index] ?? ""]
    const is_entry = ENTRY.test(parts[0] ?? "")
    while (is_entry && parts.length < MAX_WRAPPED && isWrapped(lines[index + 1] ?? "")) {
      index += 1
      parts.push(lines[index] ?? "")
    }
    whole.push(parts.map((part) => part.trim()).join(" "))
  }
  return whole
}

function isWrapped(line: string): boolean {
  return /^\S/.test(line) && !ENTRY.test(line) && !SUMMARY.test(line)
}

function readErrors(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found: { error: ParsedDiagnostic; readonly path: string; readonly row: string | undefined }[] = []
  for (const line of lines) {
    const [, path, row, column, level, text = ""] = ENTRY.exec(line) ?? []
    if (path === undefined) continue
    const last = found.at(-1)
    if (level === "error") found.push({ error: toDiagnostic(text, toLocation(path, row, column)), path, row })
    else if (last !== undefined && last.path === path && last.row === row && !LINK.test(text)) {
      last.error = { ...last.error, message: `${last.error.message}\n${text.replace(CODE, "").trim()}` }
    }
  }
  return found.map(({ error }) => error)
}

function toLocation(path: string, row: string | undefined, column: string | undefined): DiagnosticLocation {
  return {
    path,
    line: row === undefined ? undefined : Number(row),
    column: column === undefined ? undefined : Number(column),
  }
}

function toDiagnostic(text: string, location: DiagnosticLocation): ParsedDiagnostic {
  const code = CODE.exec(text)?.[1]
  return {
    kind: code === "syntax" ? "build" : "type",
    code,
    message: text.replace(CODE, "").trim(),
    location,
  }
}

function readUsage(lines: readonly string[]): readonly ParsedDiagnostic[] {
  return lines.flatMap((line) => {
    const message = USAGE.exec(line)?.[1]
    return message === undefined ? [] : [{ kind: "runtime", code: "usage", message }]
  })
}
