import type { CaseOutcome } from "../run_case.ts"
import type { SuiteResult } from "../run_suite.ts"

/** TAP version 14. */
export function formatTap({ cases }: SuiteResult): string {
  return ["TAP version 14", `1..${cases.length}`, ...cases.map(formatCase), ""].join("\n")
}

function formatCase({ id, status, message = "" }: CaseOutcome, index: number): string {
  const line = `${status === "failed" ? "not ok" : "ok"} ${index + 1} - ${id}`
  if (status === "passed") return line
  const flat = message.replace(/\s+/g, " ")
  return status === "skipped"
    ? `${line} # SKIP ${flat}`
    : `${line}\n  ---\n  message: ${JSON.stringify(flat)}\n  ...`
}
