import type { RepositoryFacts } from "../repository/facts.ts"
import { failingTestFiles, failingTestNames } from "./failing_tests.ts"
import { type AuditReport, failedMetric } from "./report.ts"
import { inferSourceFiles } from "./source_mapping.ts"

export interface FailingSources {
  /** Files of failing tests, or names without a known file. */
  readonly tests: readonly string[]
  readonly sources: readonly string[]
}

/** The failing tests and the likely sources; both lists are empty when the tests pass or did not run. */
export async function failingSources(report: AuditReport, facts: RepositoryFacts): Promise<FailingSources> {
  const metric = failedMetric(report, ["test_results"])
  if (metric === undefined) return { tests: [], sources: [] }
  const tests = await failingTestFiles(failingTestNames(metric.details), facts)
  return { tests, sources: await inferSourceFiles(tests, facts) }
}
