import { inMarkdown, plural } from "@proofloop/foundation/text"
import {
  type CheckReport,
  lookedText,
  quietText,
  type ReportedFinding,
  type SuppressedFinding,
} from "../report.ts"

/** A summary on GitHub may have a mebibyte. */
const MOST_ROWS = 200
const LONGEST_MESSAGE = 500

/** The summary of a pull request: findings, accepted findings, and critics that could not look. */
export function markdownText(report: CheckReport): string {
  const { findings, suppressed, unable, skipped, fixed } = report
  return [
    `### proofloop check: ${verdictOf(report)}\n`,
    ...section("", ["where", "what", "why"], findings.map(findingRow)),
    ...section(
      "Accepted by this change",
      ["where", "what", "why"],
      suppressed.filter(({ is_new }) => is_new).map(acceptedRow),
    ),
    ...section(
      "Fixed",
      ["where", "what", "how"],
      fixed.map((one) => [placeOf(one.path, one.line), `${one.critic} ${one.rule}`, one.title]),
    ),
    ...section(
      "Could not look",
      ["critic", "why"],
      unable.map(({ critic, reason }) => [critic, reason]),
    ),
    ...section(
      "Left out",
      ["file", "why"],
      skipped.map(({ path, reason }) => [path, reason.replaceAll("_", " ")]),
    ),
  ].join("\n")
}

function verdictOf(report: CheckReport): string {
  const { findings, suppressed } = report
  const errors = findings.filter(({ severity }) => severity === "error").length
  const warnings = findings.length - errors
  const standing = suppressed.filter(({ is_new }) => !is_new).length
  const accepted = standing === 0 ? "" : `, ${standing} accepted before`
  const told = [
    ...(errors > 0 ? [plural(errors, "error")] : []),
    ...(warnings > 0 ? [plural(warnings, "warning")] : []),
  ]
  return `${told.length === 0 ? quietText(report).word : told.join(" and ")} (${lookedText(report)}${accepted})`
}

type Row = readonly string[]

function section(title: string, heads: Row, rows: readonly Row[]): readonly string[] {
  if (rows.length === 0) return []
  const shown = rows.slice(0, MOST_ROWS).map((row) => `| ${row.map(cell).join(" | ")} |`)
  const more = rows.length > MOST_ROWS ? [`\n${rows.length - MOST_ROWS} more.`] : []
  const table = [`| ${heads.join(" | ")} |`, `|${heads.map(() => "---").join("|")}|`, ...shown, ...more, ""]
  return title === "" ? ["", ...table].slice(1) : [`**${title}**\n`, ...table]
}

function findingRow({ path, after_line, critic, rule, severity, message }: ReportedFinding): Row {
  return [placeOf(path, after_line), `${severity} ${critic} ${rule}`, message]
}

function acceptedRow({ path, after_line, critic, rule, by, reason = "" }: SuppressedFinding): Row {
  return [placeOf(path, after_line), `${critic} ${rule}`, by === "baseline" ? "baseline" : reason]
}

function placeOf(path: string, line: number | undefined): string {
  return line === undefined ? path : `${path}:${line}`
}

function cell(text: string): string {
  return inMarkdown(text, LONGEST_MESSAGE)
}
