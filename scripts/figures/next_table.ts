import type { Absent, Reading } from "./figure.ts"
import type { Measured, Row, Run, Table } from "./table.ts"

/** What became of measuring one group. */
export interface GroupResult {
  readonly group: string
  readonly outcome: readonly Reading[] | Absent | { readonly failed: string }
}

/**
 * The table after a run. What could not be measured keeps its value; `before` is the value of the last other commit, or of
 * `baseline` where one is given. Rows of groups that were not taken stay as they are.
 */
export function nextTable(
  previous: Table,
  results: readonly GroupResult[],
  run: Run,
  baseline: Table | null = null,
): Table {
  const measured = new Map(
    results.map(({ group, outcome }): [string, Table] => {
      const old = tableOf(previous, group)
      const base = baseline === null ? null : tableOf(baseline, group)
      const rows =
        "length" in outcome
          ? outcome.map((reading) => rowOf(group, reading, { old, base, run }))
          : unmeasuredRows(group, reasonOf(outcome), { old, base, run })
      return [group, { rows, gone: goneRows(rows, { old, base, run }) }]
    }),
  )
  // A group keeps its place, so that a diff of the file shows what moved.
  const names = new Set([...previous.rows.map(({ group }) => group), ...measured.keys()])
  const tables = [...names].map((group) => measured.get(group) ?? tableOf(previous, group))
  return { rows: tables.flatMap(({ rows }) => rows), gone: tables.flatMap(({ gone }) => gone) }
}

/** What was known before of the same group. */
interface Earlier {
  readonly old: Table
  readonly base: Table | null
  readonly run: Run
}

function tableOf({ rows, gone }: Table, group: string): Table {
  const isOurs = (row: Row): boolean => row.group === group
  return { rows: rows.filter(isOurs), gone: gone.filter(isOurs) }
}

function rowOf(group: string, reading: Reading, earlier: Earlier): Row {
  const { figure, of } = reading
  const place: Row = { group, figure, ...(of === undefined ? {} : { of }), now: null, before: null }
  if (!("value" in reading)) {
    const not_measured = reasonOf(reading)
    return { ...keptRow(place, earlier), not_measured }
  }
  const { value, note, at } = reading
  const run: Run = { ...earlier.run, ...at }
  return {
    ...place,
    now: { value, run },
    before: beforeOf(place, run, earlier),
    ...(note === undefined || note === "" ? {} : { note }),
  }
}

function reasonOf(reason: Absent | { readonly failed: string }): string {
  return "absent" in reason ? reason.absent : `it failed: ${reason.failed.split("\n", 1)[0]}`
}

/** Measured again at the same commit, a figure is still compared with what was before that. */
function beforeOf(place: Row, run: Run, { old, base }: Earlier): Measured | null {
  if (base !== null) return find(base.rows, place)?.now ?? null
  const row = find(old.rows, place)
  if (row === undefined || row.now === null) return row?.before ?? null
  return isSameState(row.now.run, run) ? row.before : row.now
}

function keptRow(place: Row, { old, base }: Earlier): Row {
  const row = find(old.rows, place) ?? place
  const before = base === null ? row.before : (find(base.rows, place)?.now ?? null)
  return { ...row, before }
}

function unmeasuredRows(group: string, not_measured: string, earlier: Earlier): readonly Row[] {
  const { old, base } = earlier
  const known = old.rows.filter(({ figure }) => figure !== null)
  const places = known.length > 0 ? known : (base?.rows ?? []).filter(({ figure }) => figure !== null)
  if (places.length === 0) return [{ group, figure: null, now: null, before: null, not_measured }]
  return places.map(({ figure, of }) => {
    const place: Row = { group, figure, ...(of === undefined ? {} : { of }), now: null, before: null }
    return { ...keptRow(place, earlier), not_measured }
  })
}

/** What the table before had and there is nothing to measure for any more. */
function goneRows(rows: readonly Row[], { old, base, run }: Earlier): readonly Row[] {
  const is_repeated = old.rows.some(({ now }) => now !== null && isSameState(now.run, run))
  const known = base?.rows ?? [...old.rows, ...(is_repeated ? old.gone : [])]
  return known.filter((row) => row.now !== null && find(rows, row) === undefined)
}

function find(rows: readonly Row[], { figure, of }: Row): Row | undefined {
  return rows.find((row) => row.figure === figure && row.of === of)
}

function isSameState(one: Run, other: Run): boolean {
  return one.commit === other.commit && one.dirty === other.dirty
}
