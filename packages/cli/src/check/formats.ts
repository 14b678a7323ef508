import type { Style } from "../terminal/style.ts"
import { githubText } from "./github.ts"
import { humanText } from "./human.ts"
import type { CheckReport } from "./report.ts"
import { sarifText } from "./sarif.ts"

export const formatNames = ["human", "json", "sarif", "github"] as const
export type FormatName = (typeof formatNames)[number]

/** The report on so many changed files as text that ends with a newline; empty where a format has nothing to say. */
export function formatReport(name: FormatName, report: CheckReport, changed: number, style: Style): string {
  switch (name) {
    case "human":
      return humanText(report, changed, style)
    case "json":
      return `${JSON.stringify(report)}\n`
    case "sarif":
      return sarifText(report)
    case "github":
      return githubText(report)
  }
}
