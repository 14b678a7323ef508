import { InvalidOptionError } from "@proofloop/foundation/errors"
import { FAILED, followers } from "../table/table.ts"
import { transitionText } from "./chain.ts"
import { type CheckedChange, MAX_WORK } from "./read_change.ts"
import { asJob, type StoredRow } from "./rows.ts"
import type { JobKind, JobRow } from "./store.ts"
import { StoreError } from "./store_error.ts"
import { sortedJson } from "./stored_json.ts"

export interface AppliedChange {
  readonly row: StoredRow
  /** `from → to`, or null when the state stays. */
  readonly transition: string | null
}

/**
 * The row after a change. The one place that says which changes a row may take: throws StoreError
 * `illegal_transition` for any other.
 * @requirement self-correction.states
 */
export function applyChange(kind: JobKind, row: StoredRow, change: CheckedChange, at: string): AppliedChange {
  const before = asJob(kind, row)
  const { to } = change
  if (to !== null) checkTransition(kind, before, to)
  const changed: StoredRow = {
    ...row,
    ...placed(kind, before, change),
    ...change.columns,
    ...(to === null ? {} : arrival(before, change, to)),
    fields: merged(row.fields, change.fields),
    work: mergeWork(row.work, change),
    revision: row.revision + 1,
    updated_at: at,
  }
  const objection = kind.objection(before, asJob(kind, changed))
  if (objection !== null) throw illegal(kind, before.id, objection)
  return { row: changed, transition: to === null ? null : transitionText(before.state, to) }
}

function arrival(
  { state, attempts }: JobRow,
  { columns }: CheckedChange,
  to: string,
): Pick<StoredRow, "state" | "attempts" | "failed_in"> {
  return to === FAILED
    ? { state: to, attempts: columns.attempts ?? attempts, failed_in: state }
    : { state: to, attempts: columns.attempts ?? 0, failed_in: null }
}

function checkTransition(kind: JobKind, { id, state, failed_in }: JobRow, to: string): void {
  if (to === state) throw illegal(kind, id, `it is ${state} already`)
  const next = followers(kind.table)[state] ?? []
  // A retry returns only to the state in which the row failed.
  const allowed = next.filter((name) => state !== FAILED || name === failed_in || isDecided(kind, name))
  if (allowed.includes(to)) return
  const ways = allowed.length === 0 ? "it leads nowhere" : `only to ${allowed.join(", ")}`
  throw illegal(kind, id, `${transitionText(state, to)} is not a transition; from ${state} ${ways}`)
}

function isDecided({ table }: JobKind, to: string): boolean {
  return Object.values(table.decisions).some((from) => from[FAILED]?.includes(to) === true)
}

function placed(kind: JobKind, { id, place }: JobRow, { place: next }: CheckedChange): Partial<StoredRow> {
  if (next === null) return {}
  if (place !== null && JSON.stringify(place) !== JSON.stringify(next)) {
    const said = ({ forge, repository, base }: typeof next) => `${base} of ${repository} on ${forge}`
    throw illegal(kind, id, `it belongs to ${said(place)}, not to ${said(next)}`)
  }
  return { ...next }
}

function merged(text: string, change: ReadonlyMap<string, unknown>): string {
  return sortedJson([...new Map([...Object.entries(JSON.parse(text) as object), ...change])])
}

function mergeWork(text: string, { work }: CheckedChange): string {
  const known = new Map<string, unknown>(Object.entries(JSON.parse(text) as object))
  for (const [key, value] of work) {
    if (value === null) known.delete(key)
    else known.set(key, JSON.parse(value))
  }
  const kept = sortedJson([...known])
  if (kept.length <= MAX_WORK) return kept
  throw new InvalidOptionError({
    option: "work",
    expected: `at most ${MAX_WORK} characters of JSON together with what is there`,
    got: kept,
  })
}

function illegal({ name }: JobKind, id: string, what: string): StoreError {
  return new StoreError("illegal_transition", `${name} ${id}: ${what}`, { row_id: id })
}
