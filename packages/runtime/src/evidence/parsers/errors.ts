import type { ParsedDiagnostic, ParsedOutput } from "./parser.ts"
import { shellErrorParser } from "./shell_error.ts"
import { tracebackParser } from "./traceback.ts"

/**
 * Parsers of errors outside any tool's report. They are asked only about output of a failed call that no other parser
 * knew, because a passing run may well print a stack.
 */
const errorParsers = [tracebackParser, shellErrorParser]
const NAMES: ReadonlySet<string> = new Set(["lines", ...errorParsers.map(({ name }) => name)])

/** The error that a program throws when a command it ran failed; the real cause stands above it. */
function isOfWrapper({ message }: ParsedDiagnostic): boolean {
  return /^(?:\w{0,64}Error: )?Command failed(?: with exit code \d{1,3})?: |^(?:\w{0,64}\.)?CalledProcessError: /.test(
    message,
  )
}

/** The errors that the output of a failed call shows, or null. */
export function parseErrors(text: string): { readonly parsed: ParsedOutput; readonly parser: string } | null {
  for (const parser of errorParsers) {
    const parsed = parser.recognises(text, undefined) ? parser.parse(text) : null
    if (parsed !== null && !parsed.diagnostics.some(isOfWrapper)) return { parsed, parser: parser.name }
  }
  return null
}

/** Whether failures were read from a report that counts them, by the name of what read them. */
export function isReportParser(name: string): boolean {
  return !NAMES.has(name)
}
