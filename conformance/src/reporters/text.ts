import { oneLine } from "@proofloop/foundation/text"
import { suiteCounts } from "../counts.ts"
import type { SuiteResult } from "../run_suite.ts"

/** What failed and why, what was skipped and why, and the counts: of both suites, and of golden cases by critic. */
export function formatText(result: SuiteResult): string {
  const { cases, passed, failed, skipped, requirements } = result
  const failures = cases
    .filter(({ status }) => status === "failed")
    .map(({ id, requirement, message = "" }) => `✗ ${id} (${requirement})\n    ${oneLine(message)}\n`)
  const ended = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`
  const counts = `${ended} (${suiteCounts(result)})\n`
  return [...failures, ...skippedByReason(cases), critics(requirements), counts].join("")
}

function skippedByReason(cases: SuiteResult["cases"]): readonly string[] {
  const reasons = new Map<string, number>()
  for (const { status, message = "" } of cases) {
    if (status === "skipped") reasons.set(message, (reasons.get(message) ?? 0) + 1)
  }
  return [...reasons].map(([reason, count]) => `- ${count} skipped: ${reason}\n`)
}

/** How many cases each critic, and each part around them, has passed. */
function critics(requirements: SuiteResult["requirements"]): string {
  const parts = Object.entries(requirements)
    .filter(([id, { passed }]) => id.startsWith("critics.") && passed > 0)
    .map(([id, { passed }]) => `${id.slice("critics.".length)} ${passed}`)
  return parts.length === 0 ? "" : `critics, cases passed: ${parts.join(", ")}\n`
}
