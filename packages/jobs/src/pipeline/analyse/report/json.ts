import type { MetricReport } from "../metric.ts"

/** A report as one line of JSON: snake_case fields, the same for the same report. */
export function reportJson({ repository, commit, languages, score, metrics }: MetricReport): string {
  return `${JSON.stringify({ repository, commit, score, languages, metrics })}\n`
}
