import { type Change, changeOf } from "./change.ts"
import type { Figure } from "./figure.ts"
import { shownMove, shownValue } from "./shown.ts"
import { findRow, type Row, type Run, type Table } from "./table.ts"

/** Finds the description of a figure by its group and its name. */
export type Describe = (group: string, figure: string) => Figure | undefined

/** A row as people read it, beside what was before. */
export interface JudgedRow {
  readonly row: Row
  readonly label: string
  readonly change: Change
  readonly value: string
  readonly before: string
  readonly moved: string
}

/** The rows that have a description; those of figures that nobody describes any more are left out. */
export function judgedRows(
  table: Table,
  before: Table,
  describe: Describe,
  options: { readonly only_counted?: boolean } = {},
): readonly JudgedRow[] {
  return table.flatMap((row) => {
    const figure = describe(row.group, row.figure)
    if (figure === undefined) return []
    const old = findRow(before, row)
    return {
      row,
      label: `${figure.what} ${row.of ?? ""}`.trim(),
      change: changeOf(figure, row, old ?? null, options),
      value: shownValue(row.value, figure.unit),
      before: old === undefined ? "" : shownValue(old.value, figure.unit),
      moved: old === undefined ? "" : shownMove(row.value, old.value, figure.unit),
    }
  })
}

/** One line for a figure that moved: what, from where to where. */
export function describeMove({ row, label, value, before, moved }: JudgedRow): string {
  return `${row.group}: ${label}: ${before} to ${value}${moved === "" ? "" : `, ${moved}`}`
}

/** What to think of a change, in a word or two. */
export const CHANGE_WORDS: Readonly<Record<Change, string>> = {
  better: "better",
  worse: "worse",
  same: "",
  unjudged: "",
  elsewhere: "another machine",
  busy: "busy machine",
}

/** How many changes are not judged for want of an idle machine, or of the same one; empty without any. */
export function describeUnjudged(rows: readonly JudgedRow[]): string {
  const counted = (["busy", "elsewhere"] as const).flatMap((change) => {
    const count = rows.filter((row) => row.change === change).length
    return count === 0 ? [] : [`${count} not judged: ${CHANGE_WORDS[change]}`]
  })
  return counted.join("; ")
}

/** A commit, its date, and whether there was more in the work tree. */
export function describeRun({ commit, dirty, date }: Run): string {
  return `${commit}${dirty ? " with changes" : ""}, ${date}`
}
