import { oneLine } from "@proofloop/foundation/text"
import type { Feedback, DrivenFeedback } from "@proofloop/jobs/feedback"
import type { Approval, JobNote } from "@proofloop/jobs/internal"
import { outcomeOf } from "@proofloop/jobs/internal/feedback"
import { paint, rowText, type ShownRow } from "../rows/shown.ts"
import { notesText } from "../terminal/notes_text.ts"
import type { Style } from "../terminal/style.ts"
import { cutTable, table } from "../terminal/table.ts"
import { minute, plainLines } from "../terminal/text.ts"
import { toneOfFeedback } from "./shown_feedback.ts"

/** A line a row, and below it its pull request. */
export function listText(rows: readonly Feedback[], style: Style): string {
  if (rows.length === 0) return "There is no feedback.\n"
  const lines = cutTable(
    rows.map((row) => [
      row.id,
      paint(row.state === "closed" ? `closed, ${outcomeOf(row)}` : row.state, toneOfFeedback(row), style),
      row.severity,
      oneLine(row.body),
    ]),
    3,
    style.width,
  ).split("\n")
  return rows
    .map(({ fix_pr_url }, at) => {
      const below = fix_pr_url === null ? "" : style.dim(`    ${oneLine(fix_pr_url)}`) + "\n"
      return `${lines[at] ?? ""}\n${below}`
    })
    .join("")
}

export function showText(
  row: ShownRow,
  notes: readonly JobNote[],
  approvals: readonly Approval[],
  style: Style,
): string {
  const open = approvals.find(({ answer }) => answer === null)
  return [
    rowText(row, style),
    "\n",
    notesText(notes, style),
    ...(open === undefined ? [] : ["\n", plainLines(open.body), "\n"]),
  ].join("")
}

/** A driven row as `--json` gives it. */
export function processedLine({ id, row, from, to, steps, suspended, wait, error }: DrivenFeedback) {
  const pull_request: object | null = row?.work.pull_request ?? null
  return { id, from, to, steps, pull_request, suspended, wait, error }
}

export function processedText(results: readonly DrivenFeedback[], style: Style): string {
  if (results.length === 0) return "Nothing to do.\n"
  const waiting = results.filter(({ to }) => to === "awaiting-approval")
  return [
    table(
      results.map((result) => processedRow(result, style)),
      style.width,
    ),
    ...waiting.map(({ id }) => `${id} waits for a person: npx proofloop feedback show ${id}\n`),
  ].join("")
}

function processedRow(
  { id, row, from, to, suspended, error }: DrivenFeedback,
  style: Style,
): readonly string[] {
  const now = paint(to ?? "corrupt", row === null ? "bad" : toneOfFeedback(row), style)
  return [
    id,
    from === to ? now : `${from ?? "?"} → ${now}`,
    suspended === null
      ? error === null
        ? style.dim(oneLine(row?.work.pull_request?.url ?? ""))
        : style.red(oneLine(error))
      : style.yellow(`untried until ${minute(suspended.until)}: ${oneLine(suspended.reason)}`),
  ]
}
