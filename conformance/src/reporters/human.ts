import type { SuiteResult } from "../run_suite.ts"

/** What failed and why, what was skipped and why, and the counts. */
export function formatHuman({ cases, passed, failed, skipped }: SuiteResult): string {
  const failures = cases
    .filter(({ status }) => status === "failed")
    .map(({ id, requirement, message = "" }) => `✗ ${id} (${requirement})\n    ${message}\n`)
  const counts = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`
  return [...failures, ...skippedByReason(cases), counts].join("")
}

function skippedByReason(cases: SuiteResult["cases"]): readonly string[] {
  const reasons = new Map<string, number>()
  for (const { status, message = "" } of cases) {
    if (status === "skipped") reasons.set(message, (reasons.get(message) ?? 0) + 1)
  }
  return [...reasons].map(([reason, count]) => `- ${count} skipped: ${reason}\n`)
}
