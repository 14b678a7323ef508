import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import type { JobNote } from "@proofloop/jobs/internal"
import type { PipelineRun } from "@proofloop/jobs/pipeline"
import { paint, rowText } from "../rows/shown.ts"
import { notesText } from "../terminal/notes_text.ts"
import type { Style } from "../terminal/style.ts"
import { cutTable, table } from "../terminal/table.ts"
import { plainLines } from "../terminal/text.ts"
import type { RunFacts } from "./facts.ts"
import { shownRun } from "./shown_run.ts"
import { ciText, subtaskText } from "./words.ts"

export function listText(runs: readonly RunFacts[], style: Style, now: number): string {
  const rows = runs.map((run) => shownRun(run, now))
  const heads = table(
    runs.map((run, at) => [
      style.bold(run.id),
      paint(run.state, rows[at]?.tone ?? "", style),
      run.phase,
      subtaskText(run.subtasks),
      run.pull_request === null ? "" : `#${run.pull_request.number}`,
      oneLine(cutCodePoints(ciText(run.ci), 24)),
    ]),
  ).split("\n")
  const line = (text: string) => style.dim(cutCodePoints(`    ${oneLine(text)}`, style.width))
  return rows
    .map(({ title, stands }, at) => [heads[at] ?? "", line(title), line(stands), ""].join("\n"))
    .join("")
}

export function runText(
  run: RunFacts,
  {
    row,
    notes,
    request,
    style,
    now,
  }: {
    readonly row: PipelineRun
    readonly notes: readonly JobNote[]
    /** The plan that waits for an answer; null when none does. */
    readonly request: string | null
    readonly style: Style
    readonly now: number
  },
): string {
  return [
    rowText(shownRun(run, now), style),
    ...outcomesText(row, style),
    notes.length === 0 ? "" : "\n",
    notesText(notes, style),
    ...(request === null ? [] : ["\n", plainLines(request), "\n"]),
  ].join("")
}

function outcomesText({ work }: PipelineRun, style: Style): readonly string[] {
  const { plan, outcomes = [] } = work
  if (plan === undefined) return []
  const known = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  const rows = plan.tasks.flatMap(({ subtasks }) =>
    subtasks.map(({ id, title }) => {
      const outcome = known.get(id)
      const how = outcome?.status ?? "open"
      const painted = how === "completed" ? style.green(how) : how === "failed" ? style.red(how) : how
      const told = outcome?.error ?? outcome?.commit?.slice(0, 12) ?? ""
      return [id, painted, cutCodePoints(oneLine(title), 36), oneLine(told)]
    }),
  )
  return ["\n", cutTable(rows, 3, style.width)]
}
