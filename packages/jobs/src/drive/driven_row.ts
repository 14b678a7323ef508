import type { Breaker, JobTypes, Wait } from "../store/store.ts"
import { FAILED } from "../table/table.ts"
import type { Driven } from "./drive.ts"
import { reasonOf } from "./fault.ts"

export interface DrivenRow<Types extends JobTypes, Step extends string> {
  /** Id of the row, also where the row itself is corrupt. */
  readonly id: string
  /** The present row; null: the row is corrupt, and `error` says where. */
  readonly row: Types["row"] | null
  /** The state it had before this drive; null when the row is corrupt. */
  readonly from: Types["row"]["state"] | null
  /** In order, including those that failed or only looked. */
  readonly steps: readonly Step[]
  /** The missing service that its next step needs; null when nothing is missing. */
  readonly suspended: Breaker | null
  /** What it waits for, if it said so. */
  readonly wait: Omit<Wait, "since"> | null
  /** Why the row did not advance; null when it waits or has ended. */
  readonly error: string | null
}

export function resultOf<Types extends JobTypes, Step extends string>(
  before: Types["row"],
  { row, steps, next, thrown, breaker, wait }: Driven<Types, Step>,
): DrivenRow<Types, Step> {
  const stopped = next === "stop" || row.state === FAILED ? row.error : null
  return {
    id: row.id,
    row,
    from: before.state,
    steps,
    suspended: breaker ?? null,
    wait: wait ?? null,
    error: thrown === null ? stopped : reasonOf(thrown),
  }
}
