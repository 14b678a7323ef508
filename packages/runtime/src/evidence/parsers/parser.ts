import type { Diagnostic } from "../../protocol/diagnostic.ts"

/** A failure before it is known which check it belongs to. */
export type ParsedDiagnostic = Omit<Diagnostic, "check_id">

/** What one run of a tool printed. Null stands for unknown. */
export interface ParsedOutput {
  readonly diagnostics: readonly ParsedDiagnostic[]
  /** Tests that ran, passed or failed; skipped ones and files that failed to load are not among them. */
  readonly tests_run: number | null
  /** Every test that ran, only if the output lists them all. */
  readonly ran_test_ids: readonly string[] | null
}

/**
 * Reads the output of one tool. Pure and linear in the text, never throws. The text comes without terminal escapes,
 * carriage returns and script runner preambles, and is at most 256 KB long.
 */
export interface OutputParser {
  readonly name: string
  /** A cheap look at the text, or at the command that made it. */
  recognises(text: string, command: string | undefined): boolean
  /** Null if this is not the tool's output after all. */
  parse(text: string): ParsedOutput | null
}
