import { oneLine } from "@proofloop/foundation/text"
import { suiteCounts } from "../counts.ts"
import type { CaseOutcome } from "../run_case.ts"
import type { SuiteResult } from "../run_suite.ts"

/** TAP version 14; how many cases of each suite there were stands in a comment at the end. */
export function formatTap({ cases, promises, golden, forged }: SuiteResult): string {
  const counts = `# ${suiteCounts({ promises, golden, forged })}`
  return ["TAP version 14", `1..${cases.length}`, ...cases.map(formatCase), counts, ""].join("\n")
}

function formatCase({ id, status, message = "" }: CaseOutcome, index: number): string {
  const line = `${status === "failed" ? "not ok" : "ok"} ${index + 1} - ${id}`
  if (status === "passed") return line
  const flat = oneLine(message)
  return status === "skipped"
    ? `${line} # SKIP ${flat}`
    : `${line}\n  ---\n  message: ${JSON.stringify(flat)}\n  ...`
}
