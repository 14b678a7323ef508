import { oneLine } from "@proofloop/foundation/text"
import type { CheckReport } from "../report.ts"

/** One line a finding, as compilers print it, for editors and problem matchers. Without a place: line 1, column 1. */
export function unixText({ findings }: CheckReport): string {
  return findings
    .map(({ path, after_line = 1, column, side, severity, critic, rule, message }) => {
      const place = `${after_line}:${side === "before" ? 1 : (column ?? 1)}`
      return `${oneLine(path)}:${place}: ${severity} ${critic}/${rule}: ${oneLine(message)}\n`
    })
    .join("")
}
