import { oneLine } from "@proofloop/foundation/text"
import type { CheckReport } from "../report.ts"

/**
 * One line a finding, in the form of compilers, for editors and problem matchers. A finding without a place gets the
 * first line and column.
 */
export function unixText({ findings }: CheckReport): string {
  return findings
    .map(({ path, after_line = 1, column, side, severity, critic, rule, message }) => {
      const place = `${after_line}:${side === "before" ? 1 : (column ?? 1)}`
      return `${oneLine(path)}:${place}: ${severity} ${critic}/${rule}: ${oneLine(message)}\n`
    })
    .join("")
}
