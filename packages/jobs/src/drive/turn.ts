import { heldBy } from "../store/holder.ts"
import type { JobRow, JobTypes } from "../store/store.ts"
import { dueStep, FAILED, type JobTable, transitionsOf } from "../table/table.ts"
import { drive } from "./drive.ts"
import type { DrivenRow } from "./driven_row.ts"
import { whileHeld } from "./hold.ts"
import type { Engine, Job } from "./job.ts"

/**
 * One turn of a row under a durable engine: claims it, drives it until it rests, and releases it. The engine takes a
 * turn that rejects again: the store or the engine was away, another process holds the row, or the signal stopped it.
 */
export async function driveTurn<Types extends JobTypes, Step extends string, Settings>(
  id: string,
  job: Job<Types, Step, Settings>,
  engine: Engine,
): Promise<DrivenRow<Types, Step>> {
  const { store, table, noun } = job
  if ((await store.claim(table.states, { id })) === null) {
    throw new Error(`another process works on ${noun} ${id}${heldBy(await store.holder(id))}`)
  }
  return whileHeld(store, id, async () => {
    // Taken again, the turn begins at the row it began at before.
    const row = await engine.step(`${id}/turn`, async () => store.get(id))
    const driven = await drive(row, job, engine)
    if (driven.thrown !== null) throw driven.thrown
    return driven
  })
}

/** Where a row rests after a drive, and what moves it. Plain JSON. */
export interface Rest {
  readonly row_id: string
  readonly state: string
  /** Neither a step nor a person moves it again. */
  readonly is_over: boolean
  /** "approval", "ci", "merge", a missing service, "retry" by a person; null: nothing it knows of. */
  readonly waits_for: string | null
  /** When to drive it again, ISO 8601; null: once something happens. */
  readonly look_at: string | null
}

/** Until a failed try is repeated, in milliseconds. */
const TRY_AGAIN_MS = 30_000

/** Where a row rests, by what its drive came to. `now`: milliseconds since 1970. */
export function restOf<Row extends JobRow>(
  {
    row,
    suspended,
    wait,
    error,
  }: Pick<DrivenRow<JobTypes, string>, "suspended" | "wait" | "error"> & {
    readonly row: Row
  },
  {
    table,
    first,
  }: {
    readonly table: JobTable<Row, Row["state"]>
    readonly first?: ((row: Row) => string | null) | undefined
  },
  now: number,
): Rest {
  const { id: row_id, state } = row
  const rest = { row_id, state, is_over: false }
  if (state === FAILED) return { ...rest, waits_for: "retry", look_at: null }
  if (suspended !== null) {
    return { ...rest, waits_for: `${suspended.environment} ${suspended.name}`, look_at: suspended.until }
  }
  if (wait !== null) return { ...rest, waits_for: wait.for, look_at: wait.look_at }
  if (error !== null) return { ...rest, waits_for: null, look_at: new Date(now + TRY_AGAIN_MS).toISOString() }
  if (dueStep(table, row) !== null) return { ...rest, waits_for: null, look_at: new Date(now).toISOString() }
  const is_over =
    (first?.(row) ?? null) === null && transitionsOf<Row["state"]>(table).every(({ from }) => from !== state)
  return { ...rest, is_over, waits_for: null, look_at: null }
}
