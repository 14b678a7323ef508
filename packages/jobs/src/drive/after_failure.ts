import { cutCodePoints, type JsonObject } from "@proofloop/foundation/text"
import type { JobTypes } from "../store/store.ts"
import { StoreError } from "../store/store_error.ts"
import { FAILED } from "../table/table.ts"
import { reasonOf } from "./fault.ts"
import type { Job } from "./job.ts"
import type { StepOutcome } from "./step.ts"

/** The store's largest count; an alarm may be looked at for years. */
const MAX_ATTEMPTS = 1000

/**
 * What becomes of a row whose step threw. An interruption counts nothing. A missing service opens its breaker, and
 * counts nothing unless that is doubtful. Any other error counts one attempt; after `max_attempts`, or at once when
 * no retry can help, the row fails. Throws errors of the store, and of reporting a failure.
 * @requirement self-correction.steps
 */
export async function afterFailure<Types extends JobTypes, Step extends string, Settings>(
  step: Step,
  row: Types["row"],
  thrown: unknown,
  {
    job,
    signal,
    emit,
  }: {
    readonly job: Job<Types, Step, Settings>
    readonly signal: AbortSignal
    readonly emit: (what: string, fields?: JsonObject) => void
  },
): Promise<StepOutcome<Types["row"]>> {
  if (thrown instanceof StoreError) throw thrown
  if (signal.aborted) {
    emit("interrupted", { step })
    return { row, next: "stop" }
  }
  const error = reasonOf(thrown)
  const fault = job.faultOf(thrown)
  if (fault !== null) {
    const { environment, retry_after_ms, needs_person, is_of_row } = fault
    const need = { environment, name: job.nameOf(environment, step, row) }
    const { id: row_id } = row
    const breaker = await job.store.openBreaker({
      ...need,
      row_id,
      reason: error,
      retry_after_ms,
      needs_person,
      is_of_row,
    })
    emit("suspended", {
      step,
      environment,
      name: breaker.name,
      until: breaker.until,
      error: cutCodePoints(error, 300),
    })
    if (fault.is_doubtful !== true) return { row, next: "suspended", breaker }
    // A single row could otherwise keep all others from a service that it calls missing.
    return { row: await counted(step, row, error, { job, is_final: false }), next: "suspended", breaker }
  }
  // Keep the reason of the failure, even if reporting it fails as well.
  if (row.state === FAILED) throw thrown
  const after = await counted(step, row, error, { job, is_final: job.isFinal(thrown) })
  const fails = after.state === FAILED
  emit("step_failed", { step, attempts: after.attempts, error: cutCodePoints(error, 300), failed: fails })
  // Its sender is told.
  return { row: after, next: fails ? "on" : "stop" }
}

/** The row with one attempt more; failed when it has none left. */
async function counted<Types extends JobTypes, Step extends string, Settings>(
  step: Step,
  row: Types["row"],
  error: string,
  { job, is_final }: { readonly job: Job<Types, Step, Settings>; readonly is_final: boolean },
): Promise<Types["row"]> {
  const attempts = Math.min(row.attempts + 1, MAX_ATTEMPTS)
  const is_over = attempts >= job.max_attempts || is_final
  const fails = is_over && job.table.failing.includes(row.state)
  return job.store.change(row.id, {
    ...(fails ? { ...job.failing(row), to: FAILED } : {}),
    attempts,
    error,
    note: { step, error, attempts },
  })
}
