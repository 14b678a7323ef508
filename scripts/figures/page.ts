import type { FigureGroup } from "./figure.ts"
import {
  type Describe,
  describeChange,
  describeMove,
  describeRun,
  describeUnjudged,
  type JudgedRow,
  judgedRows,
} from "./judged_row.ts"
import type { Row, Run, Table } from "./table.ts"

const INTRO = `# Figures

What this project measures of itself. Made by \`npm run figures\`; [figures.json](figures.json) is the same for programs, and what
the next run compares with. Each figure may move within its noise, wide for ratios and times, none for counts: **worse** and
better stand beside what moved further. Ratios, sizes and counts are compared across machines, times are not, and nothing that is
timed on a machine that has other work. "before" is the value of the last other commit that was measured.`

/** The page of a table, for people; `latest` is the run that all is told beside. */
export function figuresPage(
  table: Table,
  groups: readonly FigureGroup[],
  { describe, latest }: { readonly describe: Describe; readonly latest: Run },
): string {
  const judged = judgedRows(table.rows, describe)
  const worse = judged.filter(({ change }) => change === "worse")
  const unmeasured = reasonsOf(table.rows)
  const parts = [
    INTRO,
    `Measured at ${describeRun(latest)}, on ${describeMachine(latest)}.${comparedWith(table)}`,
    "To measure again: `npm run figures -- --data DIR`, or a part of it, as each section says. `npm run figures -- --check`\ncompares and writes nothing.",
    "## What got worse",
    list(
      worse.map((row) => describeMove(row)),
      "Nothing.",
    ),
    ...[describeUnjudged(judged)].filter((text) => text !== "").map((text) => `${text}.`),
    ...(unmeasured.length === 0 ? [] : ["## Not measured", list(unmeasured, "")]),
    ...(table.gone.length === 0 ? [] : ["## Gone since", list(goneOf(table, describe), "")]),
    ...groups.flatMap((group) => sectionOf(group, judged, latest)),
  ]
  return `${parts.join("\n\n")}\n`
}

function comparedWith({ rows }: Table): string {
  const runs = rows.flatMap(({ before }) => (before === null ? [] : [before.run]))
  const told = new Set(runs.map((run) => `- ${describeRun(run)}, on ${describeMachine(run)}`))
  return told.size === 0 ? "" : `\n\nBefore:\n\n${[...told].join("\n")}`
}

function describeMachine({ machine, load }: Run): string {
  const { cores, cpu, memory_gb, node, os } = machine
  const busy = load === null ? "" : `; load ${load} as it began`
  return `${cores} cores of ${cpu}, ${memory_gb} GB, Node ${node}, ${os}${busy}`
}

function list(lines: readonly string[], nothing: string): string {
  return lines.length === 0 ? nothing : lines.map((line) => `- ${cell(line)}`).join("\n")
}

/** What could not be measured, and why; a reason that holds for many rows of a group is told once. */
export function reasonsOf(rows: readonly Row[]): readonly string[] {
  const reasons = rows.flatMap(({ group, not_measured }) =>
    not_measured === undefined ? [] : [`${group}: ${not_measured}`],
  )
  return [...new Set(reasons)]
}

function goneOf({ gone }: Table, describe: Describe): readonly string[] {
  return judgedRows(gone, describe).map(({ row, label, value }) => `${row.group}: ${label}: was ${value}`)
}

function sectionOf(
  { name, about, command }: FigureGroup,
  judged: readonly JudgedRow[],
  latest: Run,
): readonly string[] {
  const own = judged.filter(({ row }) => row.group === name)
  const by_itself = command === undefined ? "" : `; by itself: \`${command}\``
  const head = `## ${name}\n\n${about}.\n\n\`npm run figures -- --only ${name}\`${by_itself}`
  if (own.length === 0) return [head, "Not measured yet."]
  const rows = own.map((one) => [
    one.label,
    one.value,
    one.before,
    one.moved,
    one.change === "worse" ? "**worse**" : describeChange(one.change),
    noteOf(one.row, latest),
  ])
  const columns = ["figure", "value", "before", "change", "", "note"]
  return [head, [columns, columns.map(() => "---"), ...rows].map(line).join("\n")]
}

function line(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(" | ")} |`
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|")
}

/** Why a value is older, and what it is compared with, where that is not what all else is. */
function noteOf({ now, note, not_measured }: Row, latest: Run): string {
  const is_older = now !== null && describeRun(now.run) !== describeRun(latest)
  return [
    ...(not_measured === undefined ? [] : [`not measured: ${not_measured}`]),
    ...(is_older ? [`of ${describeRun(now.run)}`] : []),
    ...(note === undefined ? [] : [note]),
  ].join("; ")
}
