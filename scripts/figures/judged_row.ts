import { type Change, changeOf } from "./change.ts"
import type { Figure } from "./figure.ts"
import { shownMove, shownValue } from "./shown.ts"
import type { Row, Run } from "./table.ts"

/** Finds the description of a figure by its group and its name. */
export type Describe = (group: string, figure: string | null) => Figure | undefined

/** A row as people read it. */
export interface JudgedRow {
  readonly row: Row
  readonly label: string
  readonly change: Change
  readonly better: Figure["better"]
  readonly value: string
  readonly before: string
  readonly moved: string
}

/** The rows that have a description; those of figures that nobody describes any more are left out. */
export function judgedRows(
  rows: readonly Row[],
  describe: Describe,
  options: { readonly only_counted?: boolean } = {},
): readonly JudgedRow[] {
  return rows.flatMap((row) => {
    const { group, now, before } = row
    const figure = describe(group, row.figure)
    if (figure === undefined) return []
    const { unit, better } = figure
    // An older value was judged when it was new.
    const is_judged = now !== null && row.not_measured === undefined
    return {
      row,
      label: labelOf(figure, row),
      change: is_judged ? changeOf(figure, now, before, options) : ("unjudged" as const),
      better,
      value: now === null ? "" : shownValue(now.value, unit),
      before: before === null ? "" : shownValue(before.value, unit),
      moved: now === null || before === null ? "" : shownMove(now.value, before.value, unit),
    }
  })
}

function labelOf({ what }: Figure, { of = "" }: Row): string {
  return `${what} ${of}`.trim()
}

/** One line for a figure that moved: what, from where to where. */
export function describeMove({ row, label, value, before, moved }: JudgedRow): string {
  return `${row.group}: ${label}: ${before} to ${value}${moved === "" ? "" : `, ${moved}`}`
}

const WORDS: Readonly<Record<Change, string>> = {
  better: "better",
  worse: "worse",
  same: "",
  unjudged: "",
  elsewhere: "another machine",
  busy: "busy machine",
}

/** What to think of a change, in a word or two. */
export function describeChange(change: Change): string {
  return WORDS[change]
}

/** How many changes are not judged for want of an idle machine, or of the same one; empty without any. */
export function describeUnjudged(rows: readonly JudgedRow[]): string {
  const counted = (["busy", "elsewhere"] as const).flatMap((change) => {
    const count = rows.filter((row) => row.change === change).length
    return count === 0 ? [] : [`${count} not judged: ${WORDS[change]}`]
  })
  return counted.join("; ")
}

/** A commit, its date, and whether there was more in the work tree. */
export function describeRun({ commit, dirty, date }: Run): string {
  return `${commit}${dirty ? " with changes" : ""}, ${date}`
}
