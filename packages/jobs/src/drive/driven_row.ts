import type { Breaker, JobTypes, Wait } from "../store/store.ts"
import { FAILED } from "../table/table.ts"
import { reasonOf } from "./fault.ts"
import type { StepOutcome } from "./step.ts"

/** What a drive came to. */
export interface DrivenRow<Types extends JobTypes, Step extends string> {
  /** Id of the row, also where the row itself is corrupt. */
  readonly id: string
  /** The present row; null: the row is corrupt, and `error` says where. */
  readonly row: Types["row"] | null
  /** The state it had before this drive; null when the row is corrupt. */
  readonly from: Types["row"]["state"] | null
  /** The state it has now; null when the row is corrupt. */
  readonly to: Types["row"]["state"] | null
  /** In order, including those that failed or only looked. */
  readonly steps: readonly Step[]
  /** How its last step ended. */
  readonly next: StepOutcome["next"]
  /** The missing service that its next step needs; null when nothing is missing. */
  readonly suspended: Breaker | null
  /** What it waits for, if it said so. */
  readonly wait: Omit<Wait, "since"> | null
  /** Why the row did not advance; null when it waits or has ended. */
  readonly error: string | null
  /** An error that the row does not record: of a store that cannot be written, a host's hook, an engine. */
  readonly thrown: unknown
  /** The missing thing may be back, and another row is to look first. */
  readonly is_passed_over: boolean
}

export function drivenRow<Types extends JobTypes, Step extends string>(
  from: Types["row"]["state"],
  { row, next, breaker: suspended, wait, is_passed_over = false }: StepOutcome<Types["row"]>,
  { steps, thrown = null }: { readonly steps: readonly Step[]; readonly thrown?: unknown },
): DrivenRow<Types, Step> & { readonly row: Types["row"] } {
  const stopped = next === "stop" || row.state === FAILED ? row.error : null
  const error = thrown === null ? stopped : reasonOf(thrown)
  const away = { suspended: suspended ?? null, wait: wait ?? null, error }
  return { id: row.id, row, from, to: row.state, steps, next, ...away, thrown, is_passed_over }
}
