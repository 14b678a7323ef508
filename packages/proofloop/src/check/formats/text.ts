import { oneLine, plural } from "@proofloop/foundation/text"
import { wrap, wrapText } from "../../console/wrap.ts"
import type { Style } from "../../terminal/style.ts"
import {
  type CheckReport,
  lookedText,
  quietText,
  type ReportedFinding,
  type SuppressedFinding,
} from "../report.ts"

/** Findings by file, then the critics behind them and those that could not look, with the number of files. */
export function reportText(report: CheckReport, style: Style): string {
  const { findings, fixed, unable, suppressed } = report
  const lines: string[] = fixed.map(
    ({ path, line, critic, title }) =>
      `${style.green("fixed")}  ${oneLine(path)}${line === undefined ? "" : `:${line}`} ${critic}: ${oneLine(title)}`,
  )
  if (lines.length > 0) lines.push("")
  for (const path of new Set(findings.map((finding) => finding.path))) {
    lines.push(style.bold(oneLine(path)))
    for (const finding of findings) if (finding.path === path) lines.push(...findingLines(finding, style))
    lines.push("")
  }
  for (const { critic, reason } of unable) {
    lines.push(`${style.yellow("could not look")}  ${critic}: ${oneLine(reason)}`)
  }
  lines.push(...acceptedLines(suppressed, style), lastLine(report, style))
  return wrapText(`${lines.join("\n")}\n`, style.width)
}

/** Findings that the change itself accepts are listed; the rest is counted. */
function acceptedLines(suppressed: readonly SuppressedFinding[], style: Style): readonly string[] {
  const added = suppressed.filter(({ is_new }) => is_new)
  const lines = added.map(({ path, after_line, critic, rule, by, reason }) => {
    const where = `${oneLine(path)}${after_line === undefined ? "" : `:${after_line}`}`
    const why = by === "baseline" ? "the baseline" : `a comment: ${oneLine(reason ?? "")}`
    return `${style.yellow("accepted by this change")}  ${where} ${critic} ${rule}, by ${why}`
  })
  const standing = suppressed.length - added.length
  return standing === 0 ? lines : [...lines, style.dim(`${plural(standing, "finding")} accepted before`)]
}

function lastLine(report: CheckReport, style: Style): string {
  const { findings } = report
  const errors = findings.filter(({ severity }) => severity === "error").length
  const warnings = findings.length - errors
  const by = [...new Set(findings.map(({ critic }) => critic))]
  if (findings.length > 0) {
    const told =
      warnings === 0
        ? style.red(plural(errors, "finding"))
        : errors === 0
          ? style.yellow(plural(warnings, "warning"))
          : style.red(`${plural(errors, "error")} and ${plural(warnings, "warning")}`)
    return `${told} by ${by.join(", ")}; ${lookedText(report)}${fixHint(findings)}`
  }
  const { word, is_clean } = quietText(report)
  return `${is_clean ? style.green(word) : style.yellow(word)}: ${lookedText(report)}`
}

function fixHint(findings: readonly ReportedFinding[]): string {
  const fixable = findings.filter(({ fix }) => fix !== undefined).length
  return fixable === 0 ? "" : `; --fix repairs ${fixable}`
}

function findingLines(
  { critic, line, column, side, rule, message, severity }: ReportedFinding,
  style: Style,
): readonly string[] {
  const place = line === undefined ? "-" : column === undefined ? String(line) : `${line}:${column}`
  const [first = "", ...more] = wrap(oneLine(message), Math.max(40, style.width - 10))
  const paint = severity === "error" ? style.red : style.yellow
  const notes = [
    severity === "warning" ? " warning" : "",
    side === "before" ? " (line before the change)" : "",
  ]
  return [
    `  ${style.dim(place.padEnd(7))} ${paint(critic)} ${style.dim(`${rule}${notes.join("")}`)}`,
    ...[first, ...more].map((text) => `          ${text}`),
  ]
}
