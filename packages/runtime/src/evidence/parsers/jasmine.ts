import { readErrorBody, testFailureKind } from "./javascript/error_body.ts"
import type { OutputParser, ParsedDiagnostic } from "./parser.ts"
import { sumOfLines, withStated } from "./stated.ts"

const SUMMARY = /^(\d{1,9}) specs?, \d{1,9} failures?(?:, (\d{1,9}) pending specs?)?$/
const FAILED = /^\d{1,9} specs?, (\d{1,9}) failures?/
const RECOGNISED = /^\d{1,9} specs?, \d{1,9} failures?(?:,|$)|^No specs found$/m
const ENTRY = /^(\d{1,7})\) (.{1,2000})$/
const ENDS = /^(?:Pending:|Suite error: |\d{1,9} specs?, |Incomplete: |Finished in \d|Ran \d)/

/** Reads Jasmine (5, its own reporter). A test id is its full name; a failure outside of tests is known by its suite. */
export const jasmineParser: OutputParser = {
  name: "jasmine",
  always_reports: true,
  marks: [" specs, ", "1 spec, ", "No specs found"],
  commands: /\bjasmine\b/,
  recognises: (text) => RECOGNISED.test(text),
  parse: (text) => {
    const lines = text.split("\n")
    const diagnostics = readFailures(lines)
    let tests_run: number | null = null
    for (const line of lines) {
      const [, specs, pending = "0"] = SUMMARY.exec(line) ?? []
      if (specs !== undefined) tests_run = (tests_run ?? 0) + Math.max(0, Number(specs) - Number(pending))
      else if (line === "No specs found") tests_run ??= 0
    }
    if (tests_run === null && diagnostics.length === 0) return null
    return withStated({ diagnostics, tests_run, ran_test_ids: null }, sumOfLines(lines, FAILED))
  },
}

function readFailures(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found: ParsedDiagnostic[] = []
  let in_failures = false
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ""
    if (line === "Failures:") in_failures = true
    else if (line === "Pending:") in_failures = false
    const name = ENTRY.exec(line)?.[2] ?? (line.startsWith("Suite error: ") ? line : undefined)
    if (name === undefined || !(in_failures || line.startsWith("Suite error: "))) continue
    let end = index + 1
    while (end < lines.length && !ENTRY.test(lines[end] ?? "") && !ENDS.test(lines[end] ?? "")) end += 1
    found.push(toDiagnostic(name, lines.slice(index + 1, end)))
    index = end - 1
  }
  return found
}

function toDiagnostic(name: string, body: readonly string[]): ParsedDiagnostic {
  const told = body.filter(
    (line) => !/^ {2}(?:Message|Stack):$/.test(line) && !/^\s+at <Jasmine>$/.test(line),
  )
  const { message, code, location } = readErrorBody(told)
  const is_suite = name.startsWith("Suite error: ")
  return {
    kind: testFailureKind(message),
    ...(is_suite ? { code: code ?? "suite" } : { test_id: name, ...(code === undefined ? {} : { code }) }),
    message: [is_suite ? name : "", message].filter(Boolean).join("\n") || "failed",
    ...(location === undefined ? {} : { location }),
  }
}
