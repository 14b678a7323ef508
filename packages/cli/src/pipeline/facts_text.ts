import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import type { JobNote } from "@proofloop/jobs"
import type { PipelineRun, RunState } from "@proofloop/pipeline"
import { fieldsText } from "../terminal/fields_text.ts"
import type { Style } from "../terminal/style.ts"
import { table } from "../terminal/table.ts"
import { plainLines } from "../terminal/text.ts"
import type { RunFacts } from "./facts.ts"
import { ciText, scoresText, spentText, standText, subtaskText } from "./words.ts"

/** Two lines a run: its progress, and whose turn it is. */
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

/** One run whole. */
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
    table(notes.map(({ at, transition, note }) => [style.dim(at), transition ?? "", noteText(note, style)])),
    ...(request === null ? [] : ["\n", plainLines(request), "\n"]),
  ].join("")
}

/** The facts of a run, one a line; commands to copy are never cut. */
export function factsTable(run: RunFacts, style: Style, now: number): string {
  const cut = (text: string) => cutCodePoints(oneLine(text), Math.max(20, style.width - 18))
  const rows: readonly (readonly [string, string])[] = [
    ["state", paintState(run.state, style)],
    ["phase", run.phase],
    ["base", cut(run.base ?? "")],
    ["stands", cut(standText(run, now))],
    ...commandRows("next", run.waits?.next ?? "", run.waits?.commands ?? []),
    ...commandRows("analysis", scoresText(run), run.scores.before === null ? [] : [run.commands.report]),
    ["subtasks", subtaskText(run.subtasks)],
    ...run.for_person.map((what, at) => [at === 0 ? "for a person" : "", cut(what)] as const),
    ["pull request", oneLine(run.pull_request?.url ?? "")],
    ["branch", oneLine(run.branch ?? "")],
    ["check", cut(run.check ?? "")],
    ["CI", run.ci === null ? "" : cut(`${run.ci.state.replaceAll("_", " ")}: ${run.ci.why}`)],
    ["spent", run.spent.model_calls === 0 ? "" : spentText(run.spent)],
    ["error", run.error === null ? "" : style.red(cut(run.error))],
  ]
  return table(rows.flatMap(([name, value]) => (value === "" ? [] : [[style.dim(name), value]])))
}

/** Words, and below them a command a line. */
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
      return [
        id,
        painted,
        cutCodePoints(oneLine(title), 36),
        style.dim(cutCodePoints(oneLine(told), Math.max(12, style.width - 66))),
      ]
    }),
  )
  return ["\n", table(rows)]
}

function noteText({ step, ...more }: JobNote["note"], style: Style): string {
  const text = fieldsText(step === undefined ? more : { step, ...more })
  return style.dim(cutCodePoints(text, Math.max(20, style.width - 54)))
}

function paintState(state: RunState, style: Style): string {
  if (state === "done") return style.green(state)
  if (state === "failed" || state === "alarm") return style.red(state)
  return state === "awaiting-approval" ? style.yellow(state) : state
}
