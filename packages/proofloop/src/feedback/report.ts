import { oneLine } from "@proofloop/foundation/text"
import type { Approval, JobNote } from "@proofloop/jobs"
import { type Feedback, outcomeOf, type DrivenFeedback } from "@proofloop/jobs/feedback"
import { wrapText } from "../console/wrap.ts"
import { notesText } from "../terminal/notes_text.ts"
import type { Style } from "../terminal/style.ts"
import { cutTable, table } from "../terminal/table.ts"
import { minute, plainLines } from "../terminal/text.ts"

/** A line a row, and below it its pull request. */
export function listText(rows: readonly Feedback[], style: Style): string {
  if (rows.length === 0) return "There is no feedback.\n"
  const lines = cutTable(
    rows.map((row) => [
      row.id,
      paintState(row.state === "closed" ? `closed, ${outcomeOf(row)}` : row.state, style),
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
  row: Feedback,
  notes: readonly JobNote[],
  approvals: readonly Approval[],
  style: Style,
): string {
  const { plan, fix, differential, pull_request, conflict, rejection, review } = row.work
  const facts = [
    ["state", paintState(row.state, style)],
    ["severity", row.severity],
    ["from", `${oneLine(row.from_handle)}, ${row.received_at}`],
    ["about", oneLine(row.context_url ?? "")],
    ["class", row.fix_class ?? ""],
    ["cause", oneLine(row.root_cause ?? "")],
    ["plan", plan === undefined ? "" : oneLine(plan.proposed_change)],
    ["lines", plan === undefined ? "" : linesText(plan.total_loc_estimate, fix?.lines_changed)],
    ["pull request", oneLine(pull_request?.url ?? "")],
    ["conflict", conflict === undefined ? "" : style.red(conflictText(conflict))],
    ["regression test", oneLine(row.regression_test_path ?? "")],
    ["set-up", oneLine(differential?.setup_problem ?? "")],
    ...reviewRows(review),
    ["rejected", oneLine(rejection ?? "")],
    ["error", row.error === null ? "" : style.red(oneLine(row.error))],
  ].filter(([, value]) => value !== "")
  const open = approvals.find(({ answer }) => answer === null)
  return [
    wrapText(`${style.bold(row.id)}  ${oneLine(row.body)}\n\n`, style.width),
    table(
      facts.map(([name = "", value = ""]) => [style.dim(name), value]),
      style.width,
    ),
    "\n",
    notesText(notes, style),
    ...(open === undefined ? [] : ["\n", plainLines(open.body), "\n"]),
  ].join("")
}

function conflictText({ base_commit, reason }: NonNullable<Feedback["work"]["conflict"]>): string {
  return `with its base at ${oneLine(base_commit).slice(0, 12)}: ${oneLine(reason)}`
}

function linesText(planned: number, changed: number | undefined): string {
  return changed === undefined ? `${planned} planned` : `${planned} planned, ${changed} changed`
}

function reviewRows(review: Feedback["work"]["review"]): readonly (readonly string[])[] {
  if (review === undefined) return []
  const passes = review.passes.map(({ name, status }) => `${oneLine(name)} ${status}`)
  return [
    ["review", [review.overall, ...passes].join(", ")],
    ...(review.caveats ?? []).map((caveat) => ["caveat", oneLine(caveat)]),
  ]
}

/** A driven row as `--json` gives it. */
export function processedLine({ id, row, from, to, steps, suspended, wait, error }: DrivenFeedback) {
  const pull_request = row?.work.pull_request ?? null
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
  const now = paintState(to ?? "corrupt", style)
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

function paintState(state: string, style: Style): string {
  if (state === "verified" || state === "closed" || state.endsWith("verified")) return style.green(state)
  if (state === "failed" || state === "regression-alarm" || state === "corrupt") return style.red(state)
  return state === "awaiting-approval" ? style.yellow(state) : state
}
