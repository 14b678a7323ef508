import type { Metric as AuditMetric } from "@proofloop/stdlib"
import type { AuditReport, Suggestion } from "@proofloop/stdlib/internal/planning"

/** A place in the repository as evidence, or a missing file. */
export interface Evidence {
  /** Relative to the root. */
  readonly path: string
  /** From 1; null: the whole file, or a missing one. */
  readonly line: number | null
  /** What is there, or missing, in a few words. */
  readonly what: string
  /** Whether it is a fault; otherwise it speaks for the repository. */
  readonly is_fault: boolean
}

export interface Metric extends AuditMetric {
  /** "Continuous integration". */
  readonly title: string
  /** From 0 to 1; null: it could not look, or nothing applies. */
  readonly score: number | null
  /** One line. */
  readonly summary: string
  /** Faults first. */
  readonly evidence: readonly Evidence[]
  /** The most important first; empty: nothing to do. */
  readonly suggestions: readonly Suggestion[]
}

export interface MetricReport extends AuditReport {
  /** "owner/name", or the name of its folder. */
  readonly repository: string
  /** The whole id of the analysed commit; null: a folder as it was. */
  readonly commit: string | null
  /** The languages of the repository, most files first. */
  readonly languages: readonly string[]
  readonly metrics: readonly Metric[]
  /** From 0 to 1, the weighted mean; null: no analyser could look. */
  readonly score: number | null
}
