import type { Style } from "../terminal/style.ts"
import { githubText } from "./formats/github.ts"
import { jsonText } from "./formats/json.ts"
import { markdownText } from "./formats/markdown.ts"
import { sarifText } from "./formats/sarif.ts"
import { reportText } from "./formats/text.ts"
import { unixText } from "./formats/unix.ts"
import type { CheckReport } from "./report.ts"

export const FORMAT_NAMES = ["text", "json", "sarif", "github", "markdown", "unix"] as const
export type FormatName = (typeof FORMAT_NAMES)[number]

/** The report as text that ends with a newline; empty in a format without content. */
export function formatReport(name: FormatName, report: CheckReport, style: Style): string {
  switch (name) {
    case "text":
      return reportText(report, style)
    case "json":
      return jsonText(report)
    case "sarif":
      return sarifText(report)
    case "github":
      return githubText(report)
    case "markdown":
      return markdownText(report)
    case "unix":
      return unixText(report)
  }
}
