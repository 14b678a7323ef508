import { oneLine } from "@proofloop/foundation/text"
import type { Style } from "../terminal/style.ts"
import { plural, wrap } from "../terminal/text.ts"
import type { CheckReport, ReportedFinding } from "./report.ts"

/** Findings by file, then the critics that found them and those that could not look, with the number of files. */
export function humanText({ findings, unable, ran }: CheckReport, changed: number, style: Style): string {
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
