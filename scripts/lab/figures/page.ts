import type { FigureGroup } from "./figure.ts"
import { CHANGE_WORDS, describeMove, describeRun, describeUnjudged, type JudgedRow } from "./judged_row.ts"
import type { Row, Run, Table } from "./table.ts"

const INTRO = `# Figures

What this project measures of itself. Made by \`npm run figures\`; [figures.json](figures.json) is the same for programs. Each figure may move within its noise, wide for ratios and times, none for counts: **worse** and
better stand beside what moved further. Ratios, sizes and counts are compared across machines, times are not, and nothing that is
timed on a machine that has other work. "before" is the value that was published last.`

/** What a page tells beside its rows: the run it is of, the table it is compared with, what is missing and what is gone. */
export interface Told {
  readonly latest: Run
  readonly before: Table
  readonly missing: readonly string[]
  readonly gone: readonly JudgedRow[]
}

/** The page of a table, for people. */
export function figuresPage(
  groups: readonly FigureGroup[],
  rows: readonly JudgedRow[],
  { latest, before, missing, gone }: Told,
): string {
  const parts = [
    INTRO,
    `Measured at ${describeRun(latest)}, on ${describeMachine(latest)}.${comparedWith(before)}`,
    "To measure again: `npm run figures -- --data DIR`, or a part of it, as each section says. `npm run figures -- --check`\ncompares and writes nothing.",
    "## What got worse",
    summaryOf(rows).map(item).join("\n"),
    ...(missing.length === 0 ? [] : ["## Not measured", missing.map(item).join("\n")]),
    ...(gone.length === 0 ? [] : ["## Gone since", gone.map((row) => item(describeGone(row))).join("\n")]),
    ...groups.flatMap((group) => sectionOf(group, rows, latest)),
  ]
  return `${parts.join("\n\n")}\n`
}

/** What got worse, a line each, or that nothing did, and what was not judged. */
export function summaryOf(rows: readonly JudgedRow[]): readonly string[] {
  const worse = rows.filter(({ change }) => change === "worse").map((row) => describeMove(row))
  return [...(worse.length === 0 ? ["nothing"] : worse), describeUnjudged(rows)].filter(Boolean)
}

/** What there is nothing to measure for any more. */
export function describeGone({ row, label, value }: JudgedRow): string {
  return `${row.group}: ${label}: was ${value}`
}

function comparedWith(before: Table): string {
  const told = new Set(before.map(({ run }) => `- ${describeRun(run)}, on ${describeMachine(run)}`))
  return told.size === 0 ? "" : `\n\nBefore:\n\n${[...told].join("\n")}`
}

function describeMachine({ machine, load }: Run): string {
  const { cores, cpu, memory_gb, node, os } = machine
  const busy = load === null ? "" : `; load ${load} as it began`
  return `${cores} cores of ${cpu}, ${memory_gb} GB, Node ${node}, ${os}${busy}`
}

function sectionOf(
  { name, about, command }: FigureGroup,
  rows: readonly JudgedRow[],
  latest: Run,
): readonly string[] {
  const by_itself = command === undefined ? "" : `; by itself: \`${command}\``
  const head = `## ${name}\n\n${about}.\n\n\`npm run figures -- --only ${name}\`${by_itself}`
  const cells = rows
    .filter(({ row }) => row.group === name)
    .map(({ row, label, value, before, moved, change }) => {
      const word = change === "worse" ? "**worse**" : CHANGE_WORDS[change]
      return [label, value, before, moved, word, noteOf(row, latest)]
    })
  if (cells.length === 0) return [head, "Not measured yet."]
  const columns = ["figure", "value", "before", "change", "", "note"]
  const lines = [columns, columns.map(() => "---"), ...cells]
  return [head, lines.map((line) => `| ${line.map(cell).join(" | ")} |`).join("\n")]
}

/** Why a value is older, where that is not what all else is. */
function noteOf({ run, note, not_measured }: Row, latest: Run): string {
  const older = describeRun(run) === describeRun(latest) ? "" : `of ${describeRun(run)}`
  const reason = not_measured === undefined ? "" : `not measured: ${not_measured}`
  return [reason, older, note ?? ""].filter(Boolean).join("; ")
}

function item(text: string): string {
  return `- ${cell(text)}`
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|")
}
