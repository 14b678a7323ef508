import type { Absent, Reading } from "./figure.ts"
import { findRow, type Row, type Run, type Table } from "./table.ts"

/** What became of measuring one group. */
export interface GroupResult {
  readonly group: string
  readonly outcome: readonly Reading[] | Absent | { readonly failed: string }
}

/** The table after a run: what was not taken, or could not be measured, keeps its value. */
export function nextTable(previous: Table, results: readonly GroupResult[], run: Run): Table {
  const measured = new Map(results.map((result) => [result.group, rowsOf(result, previous, run)]))
  // A group keeps its place, so that a diff of the file shows what moved.
  const names = new Set([...previous.map(({ group }) => group), ...measured.keys()])
  return [...names].flatMap((name) => measured.get(name) ?? previous.filter(({ group }) => group === name))
}

function rowsOf({ group, outcome }: GroupResult, previous: Table, run: Run): readonly Row[] {
  if (!("length" in outcome)) {
    const not_measured = reasonOf(outcome)
    return previous.filter((row) => row.group === group).map((row) => ({ ...row, not_measured }))
  }
  return outcome.flatMap((reading): readonly Row[] => {
    const { figure, of } = reading
    if ("value" in reading) {
      const { value, note, at } = reading
      return [{ group, figure, of, value, note, run: { ...run, ...at } }]
    }
    const old = findRow(previous, { group, figure, of })
    return old === undefined ? [] : [{ ...old, not_measured: reasonOf(reading) }]
  })
}

/** What could not be measured, and why; a reason that holds for many figures of a group is told once. */
export function reasonsOf(results: readonly GroupResult[]): readonly string[] {
  const reasons = results.flatMap(({ group, outcome }) => {
    const all: readonly (Reading | Exclude<typeof outcome, readonly Reading[]>)[] =
      "length" in outcome ? outcome : [outcome]
    return all.flatMap((one) => ("value" in one ? [] : [`${group}: ${reasonOf(one)}`]))
  })
  return [...new Set(reasons)]
}

function reasonOf(reason: Absent | { readonly failed: string }): string {
  return "absent" in reason ? reason.absent : `it failed: ${reason.failed.split("\n", 1)[0]}`
}
