import type { FoundDiagnostic } from "../../protocol/diagnostic.ts"

/** A failure before its check is known. */
export type ParsedDiagnostic = FoundDiagnostic

/** What one run of a tool printed. Null stands for unknown. */
export interface ParsedOutput {
  /** Failures, in the order of the output. */
  readonly diagnostics: readonly ParsedDiagnostic[]
  /** Tests that passed or failed; those skipped or expected to fail, and files that failed to load, are not among them. */
  readonly tests_run: number | null
  /** Every test that ran, only if the output lists them all. */
  readonly ran_test_ids: readonly string[] | null
  /** Failures as the summary counts them. Absent or null where it counts no more than were found. */
  readonly failures?: number | null | undefined
}

/**
 * Reads the output of one tool. Pure and linear in the text, never throws. The text comes without terminal escapes,
 * carriage returns and script runner preambles, and is at most 256 KB long.
 */
export interface OutputParser {
  readonly name: string
  /**
   * Literal strings: every output it can read holds at least one. One pass looks for the marks of all parsers, so a
   * quiet log costs one scan. A parser without marks is always asked.
   */
  readonly marks?: readonly string[] | undefined
  /** Its summary counts failures, or all tests, above the line that counts those that passed. Default false. */
  readonly passes_last?: boolean | undefined
  /** Each run that comes to its end prints a report: a pass without one is weak. Default false. */
  readonly always_reports?: boolean | undefined
  /** Commands whose output it is asked about even without a mark. */
  readonly commands?: RegExp | undefined
  recognises(text: string, command: string | undefined): boolean
  /** Null if this is not the tool's output after all. */
  parse(text: string): ParsedOutput | null
}
