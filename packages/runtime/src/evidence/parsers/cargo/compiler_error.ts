import type { DiagnosticKind, DiagnosticLocation } from "../../../protocol/diagnostic.ts"
import { isEnvironmentFailure } from "../../environment.ts"
import type { ParsedDiagnostic } from "../parser.ts"

export interface CompilerError {
  readonly message: string
  /** "E0308", or the name of a lint. */
  readonly code: string | undefined
  readonly location: DiagnosticLocation | undefined
  readonly labels: readonly string[]
  /** Lines below the message that belong to it. */
  readonly more?: readonly string[]
}

const NOTE = /^= (?:note|help): +/
const ERROR_NUMBER = /^E\d{4}$/
const UNREACHABLE =
  /Could not resolve host|failed to download|spurious network error|Connection (?:refused|timed out|reset)|SSL error|offline mode|--offline was specified|not installed for the (?:custom )?toolchain|toolchain '.{1,200}' is not installed|no such command|requires rustc \d|linker `.{1,200}` not found|lock file version/

/** Lints and errors alike; a help that only names an edit is left out. */
export function toCompilerDiagnostic(error: CompilerError): ParsedDiagnostic {
  const labels = error.labels.filter((label) => !label.startsWith("help: "))
  const first = [error.message, ...labels].join(": ")
  const more = (error.more ?? [])
    .map((line) => line.trim().replace(NOTE, ""))
    .filter((line) => line !== "" && line !== "|")
  const message = [first, ...more.slice(0, 20)].join("\n")
  const code = codeOf(error)
  return { kind: kindOf(code, message), message, code, location: error.location }
}

function codeOf({ code, message }: CompilerError): string | undefined {
  if (message.startsWith("linking with ")) return "link"
  return code === undefined || ERROR_NUMBER.test(code) ? code : code.replaceAll("-", "_")
}

function kindOf(code: string | undefined, message: string): DiagnosticKind {
  if (UNREACHABLE.test(message) || isEnvironmentFailure(message.slice(0, 1000))) return "environment"
  return code === undefined || code === "link" || ERROR_NUMBER.test(code) ? "build" : "lint"
}
