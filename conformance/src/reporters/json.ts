import type { SuiteResult } from "../run_suite.ts"

/** One JSON document, a line: `{ passed, failed, skipped, promises, golden, cases, requirements }`. */
export function formatJson({
  passed,
  failed,
  skipped,
  promises,
  golden,
  cases,
  requirements,
}: SuiteResult): string {
  return `${JSON.stringify({ passed, failed, skipped, promises, golden, cases, requirements })}\n`
}
