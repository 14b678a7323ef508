import { isRetryable } from "../errors/model_error.ts"
import { closeIteration, closeModelCall } from "./close_calls.ts"
import { end, endProviderError } from "./ending_steps.ts"
import type { ModelFailure, RunState } from "./run_state.ts"
import type { RunSettings, StepFunction } from "./settings.ts"
import type { ModelOutcome } from "./turn_steps.ts"

type FailedCall = ModelOutcome & { readonly ok: false }

/** Whether the same call may be tried again in this turn: a transport failure with tries left. */
export function canRetry(run: RunState, outcome: ModelOutcome, settings: RunSettings): boolean {
  return (
    !outcome.ok &&
    isRetryable(outcome.failure.kind) &&
    run.budgets.transport_attempt + 1 < settings.transport_retry.max_attempts
  )
}

/** Closes the failed call and plans the next try: exponential back-off, or as long as the provider asked for. */
export const scheduleRetry: StepFunction<FailedCall> = (before, { failure, elapsed_ms }, settings, emit) => {
  const run = closeModelCall(before, { ok: false, error_kind: failure.kind }, settings, emit)
  const attempt = run.budgets.transport_attempt + 1
  const { base_delay_ms, max_delay_ms } = settings.transport_retry
  const doubled = Math.min(base_delay_ms * 2 ** (attempt - 1), max_delay_ms)
  const back_off_ms = Math.min(Math.max(doubled, failure.retry_after_ms ?? 0), max_delay_ms)
  emit({ type: "model_retry", attempt, delay_ms: back_off_ms, error_kind: failure.kind })
  return { ...run, back_off_ms, budgets: { ...run.budgets, transport_attempt: attempt, elapsed_ms } }
}

/**
 * A call failed for good. With a breaker its iteration counts and the next turn tries again, up to `max` in a row.
 * @requirement loop.provider.breaker
 */
export const takeModelFailure: StepFunction<FailedCall> = (
  before,
  { failure, elapsed_ms },
  settings,
  emit,
) => {
  const failed = closeModelCall(before, { ok: false, error_kind: failure.kind }, settings, emit)
  const run = closeIteration(failed, "provider_failure", settings, emit)
  const breaker = settings.consecutive_failures
  const timed = { ...run, budgets: { ...run.budgets, elapsed_ms, transport_attempt: 0 } }
  if (breaker === null || !breaker.kinds.includes(failure.kind)) {
    return endProviderError(timed, redacted(failure, settings), settings, emit)
  }
  const consecutive_count = timed.budgets.consecutive_failures + 1
  const counted: RunState = {
    ...timed,
    budgets: {
      ...timed.budgets,
      iteration: timed.budgets.iteration + 1,
      consecutive_failures: consecutive_count,
    },
  }
  if (consecutive_count < breaker.max) return counted
  const { paused_for_ms } = breaker
  emit({ type: "budget_circuit_breaker", kind: "consecutive_failures", consecutive_count, paused_for_ms })
  emit({ type: "budget_exhausted", kind: "circuit_breaker" })
  const { kind, message } = redacted(failure, settings)
  const cause = {
    status: "budget_exhausted",
    stop_reason: "circuit_breaker",
    error: { code: kind, message },
  } as const
  return end({ ...counted, back_off_ms: paused_for_ms }, cause, emit)
}

function redacted(failure: ModelFailure, settings: RunSettings): ModelFailure {
  return { ...failure, message: settings.redact(failure.message) }
}
