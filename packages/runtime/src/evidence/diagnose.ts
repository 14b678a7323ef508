import type { Diagnostic, DiagnosticKind } from "../protocol/diagnostic.ts"
import type { ToolResult } from "../protocol/tool.ts"
import { failureKind, isTimeoutExit } from "./environment.ts"
import { evidenceText, outputText } from "./evidence_text.ts"
import { isDeclared, missingModule } from "./missing_module.ts"
import { isOk } from "./outcome.ts"
import { type OwnReport, readOwnReport } from "./own_report.ts"
import { defaultParsers } from "./parsers/built_in.ts"
import { isReportParser, parseErrors } from "./parsers/errors.ts"
import { linesParser } from "./parsers/lines.ts"
import type { OutputParser, ParsedDiagnostic } from "./parsers/parser.ts"
import { readCount, readField } from "./read_field.ts"
import { reportedDiagnostics } from "./reported.ts"
import { evidenceSnippet, snippetOf } from "./snippet.ts"
import { signalExit } from "./tool_output.ts"

const MAX_READ = 2000

export interface DiagnoseContext {
  readonly check_id: string
  /** The command that was run: helps to choose the parser. */
  readonly command?: string | undefined
  readonly workspace_root?: string | undefined
  /** Packages that the project declares. When one is missing, the environment is at fault, not the code. */
  readonly declared_dependencies?: readonly string[] | undefined
  /** Parsers to use instead of the default ones. */
  readonly parsers?: readonly OutputParser[] | undefined
}

export interface Diagnosis {
  readonly diagnostics: readonly Diagnostic[]
  /** How many failures there are: the result's own count, else as many as were found, or more if its report counts more. */
  readonly count: number
  readonly tests_run: number | null
  readonly ran_test_ids: readonly string[] | null
  /** Of an ok result: why it may have failed all the same, in words; "" for no reason. */
  readonly doubt: string
  readonly snippet: string
  /** "structured", "lines", or the name of the parser that read the output. */
  readonly parser: string
  readonly kind: DiagnosticKind
}

/**
 * Reads a result: the failures it reports, else those its output shows, else its failing lines. An ok result has no
 * diagnostics, only what is known of the tests that ran. Never throws.
 * @requirement evidence.structured.first
 */
export function diagnose(result: ToolResult, context: DiagnoseContext): Diagnosis {
  const ok = isOk(result)
  const text = ok ? outputText(result) : evidenceText(result)
  const own = readOwnReport(text, context.command, context.parsers ?? defaultParsers)
  const { known } = own
  const tests = {
    tests_run: readCount(result, ["tests_run"]) ?? own.tests_run,
    ran_test_ids: known?.parsed.ran_test_ids ?? null,
  }
  if (ok) {
    // A report that contradicts the outcome counts, because an exit code can be hidden or forgotten.
    return {
      diagnostics: [],
      count: own.failures,
      doubt: own.doubt,
      ...tests,
      snippet: "",
      parser: known?.parser ?? "lines",
      kind: "runtime",
    }
  }
  const found = withDeclared(findFailures(result, own), context.declared_dependencies ?? [])
  const diagnostics = found.diagnostics.map((diagnostic) => ({ ...diagnostic, check_id: context.check_id }))
  const snippet = found.parser === "lines" ? snippetOf(own.text) : ""
  return {
    diagnostics,
    count: explicitCount(result) ?? Math.max(diagnostics.length, found.stated),
    doubt: "",
    ...tests,
    snippet: snippet || evidenceSnippet({ diagnostics }),
    parser: found.parser,
    kind: kindOf(result, own, found, context.command),
  }
}

interface Found {
  readonly diagnostics: readonly ParsedDiagnostic[]
  readonly parser: string
  /** How many failures the report itself counts; it may name fewer, or none. */
  readonly stated: number
}

function findFailures(result: ToolResult, { known, text, failures }: OwnReport): Found {
  const reported = reportedDiagnostics(result)
  if (reported.length > 0) return { diagnostics: reported, parser: "structured", stated: 0 }
  if (known !== null && known.parsed.diagnostics.length > 0) {
    const stated = Math.max(failures, known.parsed.failures ?? 0)
    return { diagnostics: known.parsed.diagnostics, parser: known.parser, stated }
  }
  const errors = parseErrors(text)
  if (errors !== null)
    return { diagnostics: errors.parsed.diagnostics, parser: errors.parser, stated: failures }
  const lines = linesParser.parse(text).diagnostics
  return { diagnostics: lines.length > 0 ? lines : [unexplained(result)], parser: "lines", stated: failures }
}

/** A missing module of a declared package is a missing installation. */
function withDeclared(found: Found, declared: readonly string[]): Found {
  if (declared.length === 0) return found
  const diagnostics = found.diagnostics.map((diagnostic) => {
    const module = missingModule(diagnostic.message.slice(0, MAX_READ))
    return module !== null && isDeclared(module, declared)
      ? { ...diagnostic, kind: "environment" as const }
      : diagnostic
  })
  return { ...found, diagnostics }
}

/** A failure without a word: "check failed exit=1". @requirement evidence.silent */
function unexplained(result: ToolResult): ParsedDiagnostic {
  const status = readField(result, "status")
  const exit_code = readCount(result, ["exit_code"])
  const name = typeof status === "string" && status !== "" ? status : "failed"
  const message = exit_code === undefined ? `check ${name}` : `check ${name} exit=${exit_code}`
  return { kind: failureKind("", exit_code) ?? "runtime", code: name, message }
}

function explicitCount(result: ToolResult): number | undefined {
  return readCount(result, ["error_count", "diagnostic_count", "diagnostics_count", "failure_count"])
}

/** A test that exceeds its runner's own limit is a failing test. @requirement evidence.kind */
function ownKind({ kind, test_id }: ParsedDiagnostic): DiagnosticKind {
  return kind === "timeout" && test_id !== undefined ? "test" : kind
}

function kindOf(
  result: ToolResult,
  { text, tests_run }: OwnReport,
  { diagnostics, parser, stated }: Found,
  command: string | undefined,
): DiagnosticKind {
  if (readField(result, "timed_out") === true) return "timeout"
  const exit_code = readCount(result, ["exit_code"]) ?? signalExit(result)
  if (isTimeoutExit(exit_code, command)) return "timeout"
  if (exit_code === 126 || exit_code === 127) return "environment"
  const is_report = isReportParser(parser)
  const kinds = new Set(diagnostics.map(ownKind))
  if (exit_code === 137 && !kinds.has("test")) return "environment"
  // A test that passed shows that the environment is there; what another says of it is its own finding.
  const has_passed = is_report && (tests_run ?? 0) > Math.max(diagnostics.length, stated)
  if (has_passed && kinds.delete("environment")) kinds.add("test")
  const [only] = kinds
  if (kinds.size === 1 && only !== undefined) return only
  // Without a report no line is a failure by itself, so one line about the environment decides for all.
  if (!is_report && kinds.has("environment")) return "environment"
  return kinds.has("test") ? "test" : (failureKind(text, exit_code, is_report) ?? only ?? "runtime")
}
