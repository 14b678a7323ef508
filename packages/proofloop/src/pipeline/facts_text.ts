import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import type { JobNote } from "@proofloop/jobs"
import type { PipelineRun, RunState } from "@proofloop/jobs/pipeline"
import { wrap } from "../console/wrap.ts"
import { notesText } from "../terminal/notes_text.ts"
import type { Style } from "../terminal/style.ts"
import { cutTable, table } from "../terminal/table.ts"
import { plainLines } from "../terminal/text.ts"
import type { RunFacts } from "./facts.ts"
import { ciText, scoresText, spentText, standText, subtaskText } from "./words.ts"

export function listText(runs: readonly RunFacts[], style: Style, now: number): string {
  const heads = table(
    runs.map((run) => [
      style.bold(run.id),
      paintState(run.state, style),
      run.phase,
      subtaskText(run.subtasks),
      run.pull_request === null ? "" : `#${run.pull_request.number}`,
      oneLine(cutCodePoints(ciText(run.ci), 24)),
    ]),
  ).split("\n")
  const line = (text: string) => style.dim(cutCodePoints(`    ${oneLine(text)}`, style.width))
  return runs
    .map((run, at) => [heads[at] ?? "", line(run.repository), line(standText(run, now)), ""].join("\n"))
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
    `${style.bold(run.id)}  ${oneLine(run.repository)}\n\n`,
    factsTable(run, style, now),
    ...outcomesText(row, style),
    notes.length === 0 ? "" : "\n",
    notesText(notes, style),
    ...(request === null ? [] : ["\n", plainLines(request), "\n"]),
  ].join("")
}

/** The facts of a run, whole; a command to copy stays on one line. */
export function factsTable(run: RunFacts, style: Style, now: number): string {
  const words = (name: string, text: string) => wordRows(name, text, style)
  const rows: readonly (readonly [string, string])[] = [
    ["state", paintState(run.state, style)],
    ["phase", run.phase],
    ...words("base", run.base ?? ""),
    ...words("stands", standText(run, now)),
    ...commandRows("next", run.waits?.next ?? "", run.waits?.commands ?? []),
    ...commandRows("analysis", scoresText(run), run.scores.before === null ? [] : [run.commands.report]),
    ["subtasks", subtaskText(run.subtasks)],
    ...run.for_person.flatMap((what, at) => words(at === 0 ? "for a person" : "", what)),
    ["pull request", oneLine(run.pull_request?.url ?? "")],
    ["branch", oneLine(run.branch ?? "")],
    ...words("check", run.check ?? ""),
    ...words("set-up failed", cutCodePoints(run.setup_problem ?? "", 300)),
    ...words("CI", run.ci === null ? "" : `${run.ci.state.replaceAll("_", " ")}: ${run.ci.why}`),
    ["spent", run.spent.model_calls === 0 ? "" : spentText(run.spent)],
    ...words("error", run.error ?? "").map(([name, line]) => [name, style.red(line)] as const),
  ]
  return table(rows.flatMap(([name, value]) => (value === "" ? [] : [[style.dim(name), value]])))
}

/** What stands beside words: the longest name of a fact, and the gaps. */
const NAME_COLUMNS = "  for a person  ".length

function wordRows(name: string, text: string, style: Style): readonly (readonly [string, string])[] {
  return wrap(oneLine(text), style.width - NAME_COLUMNS).map((line, at) => [at === 0 ? name : "", line])
}

function commandRows(
  name: string,
  words: string,
  commands: readonly string[],
): readonly (readonly [string, string])[] {
  const lines = [words, ...commands].filter((line) => line !== "")
  return lines.map((line, at) => [at === 0 ? name : "", line])
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

function paintState(state: RunState, style: Style): string {
  if (state === "done") return style.green(state)
  if (state === "failed" || state === "alarm") return style.red(state)
  return state === "awaiting-approval" ? style.yellow(state) : state
}
