import { oneLine } from "@proofloop/foundation/text"
import type { Style } from "../terminal/style.ts"
import { plural, wrap } from "../terminal/text.ts"
import { workflowCommand } from "../terminal/workflow_command.ts"
import type { CheckReport, ReportedFinding } from "./report.ts"
import { sarifText } from "./sarif.ts"

export const FORMAT_NAMES = ["human", "json", "sarif", "github"] as const
export type FormatName = (typeof FORMAT_NAMES)[number]

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

/** Workflow commands, which GitHub shows beside the lines of a pull request. */
function githubText({ findings, unable }: CheckReport): string {
  const errors = findings.map(({ critic, path, line, column, rule, message }) =>
    workflowCommand("error", { file: path, line, col: column, title: `${critic} ${rule}` }, message),
  )
  const warnings = unable.map(({ critic, reason }) =>
    workflowCommand("warning", { title: `${critic} could not look` }, reason),
  )
  return [...errors, ...warnings].join("")
}

/** Findings by file, then the critics that found them and those that could not look, with the number of files. */
function humanText({ findings, unable, ran }: CheckReport, changed: number, style: Style): string {
  const lines: string[] = []
  for (const path of new Set(findings.map((finding) => finding.path))) {
    lines.push(style.bold(oneLine(path)))
    for (const finding of findings) if (finding.path === path) lines.push(...findingLines(finding, style))
    lines.push("")
  }
  for (const { critic, reason } of unable) {
    lines.push(`${style.yellow("could not look")}  ${critic}: ${oneLine(reason)}`)
  }
  const by = [...new Set(findings.map(({ critic }) => critic))]
  const looking = ran.length - unable.length
  const looked = `${plural(looking, "critic")} looked at ${plural(changed, "changed file")}`
  if (findings.length > 0) {
    lines.push(`${style.red(plural(findings.length, "finding"))} by ${by.join(", ")}; ${looked}`)
  } else if (changed === 0) lines.push(`${style.green("clean")}: nothing changed`)
  else if (looking === 0) lines.push(`${style.yellow("nothing found")}: no critic could look`)
  else lines.push(`${style.green("clean")}: ${looked}`)
  return `${lines.join("\n")}\n`
}

function findingLines(
  { critic, line, column, rule, message }: ReportedFinding,
  style: Style,
): readonly string[] {
  const place = line === undefined ? "-" : column === undefined ? String(line) : `${line}:${column}`
  const [first = "", ...more] = wrap(oneLine(message), Math.max(40, style.width - 10))
  return [
    `  ${style.dim(place.padEnd(7))} ${style.red(critic)} ${style.dim(rule)}`,
    ...[first, ...more].map((text) => `          ${text}`),
  ]
}
