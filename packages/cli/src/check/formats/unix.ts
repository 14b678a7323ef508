import { oneLine } from "@proofloop/foundation/text"
import type { CheckReport } from "../report.ts"

/** A line a finding, as compilers print them, for editors and problem matchers; without a place the first line and column. */
export function unixText({ findings }: CheckReport): string {
  return findings
    .map(({ path, after_line = 1, column, side, severity, critic, rule, message }) => {
      const place = `${after_line}:${side === "before" ? 1 : (column ?? 1)}`
      return `${oneLine(path)}:${place}: ${severity} ${critic}/${rule}: ${oneLine(message)}\n`
    })
    .join("")
}
