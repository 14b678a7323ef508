import type { AuditReport, Metric as AuditMetric, Suggestion } from "@proofloop/stdlib/planning"

/** A place in the repository that shows something, or a file that is missing. */
export interface Evidence {
  /** Relative to the root. */
  readonly path: string
  /** From 1; null: the whole file, or one that is missing. */
  readonly line: number | null
  /** What is there, or not there, in a few words. */
  readonly what: string
  /** Whether it is to be mended; otherwise it speaks for the repository. */
  readonly is_fault: boolean
}

/** What one analyser found. */
export interface Metric extends AuditMetric {
  /** "Continuous integration". */
  readonly title: string
  /** From 0 to 1; null: it could not look, or nothing of it applies. */
  readonly score: number | null
  /** One line. */
  readonly summary: string
  /** Faults first. */
  readonly evidence: readonly Evidence[]
  /** The most important first; empty: nothing to do. */
  readonly suggestions: readonly Suggestion[]
}

/** What the analysers found in a repository; a planner reads it as it is. */
export interface MetricReport extends AuditReport {
  /** "owner/name", or the name of its folder. */
  readonly repository: string
  /** The whole id of the commit that was looked at; null: a folder as it lay. */
  readonly commit: string | null
  readonly languages: readonly string[]
  readonly metrics: readonly Metric[]
  /** From 0 to 1, the weighted mean; null: no analyser could look. */
  readonly score: number | null
}
