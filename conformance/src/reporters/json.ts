import type { SuiteResult } from "../run_suite.ts"

/** One JSON document, a line: `{ passed, failed, skipped, cases, requirements }`. */
export function formatJson({ passed, failed, skipped, cases, requirements }: SuiteResult): string {
  return `${JSON.stringify({ passed, failed, skipped, cases, requirements })}\n`
}
