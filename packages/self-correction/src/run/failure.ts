import { isInvalidOptionError, thrownMessage } from "@proofloop/foundation/errors"
import { redactSecrets, cutCodePoints } from "@proofloop/foundation/text"
import { type Feedback, TRANSITIONS } from "../feedback/feedback.ts"
import type { StepName } from "../feedback/steps.ts"
import { ForgeError } from "../forge/forge.ts"
import { FixError } from "../steps/fix_error.ts"
import { PublishError } from "../steps/publish_error.ts"
import { StoreError } from "../store/store_error.ts"
import type { StepContext, StepOutcome } from "./step.ts"

/**
 * What becomes of a row whose step threw. An interruption counts nothing, and neither does a forge that is away while a step
 * only looks (approval, merge). Any other error counts one attempt and leaves its reason; after `max_attempts`, and at once
 * for what no further try can change (a wrong option, a forge that refuses), the row is `failed` where its state has that
 * transition. Throws what it does not note: errors of a look, of the store, and of telling that a row failed.
 * @requirement self-correction.steps
 */
export async function afterFailure(
  step: StepName,
  row: Feedback,
  thrown: unknown,
  context: StepContext,
): Promise<StepOutcome> {
  const { settings, signal, tell } = context
  // Why the row failed is not overwritten by why that could not be told.
  if (thrown instanceof StoreError || row.state === "failed") throw thrown
  if (signal.aborted) {
    tell("interrupted", { step })
    return { row, next: "stop" }
  }
  const error = reasonOf(thrown)
  if (isLook(step) && thrown instanceof ForgeError && thrown.retryable) {
    tell("step_failed", { step, attempts: row.attempts, error: cutCodePoints(error, 300), failed: false })
    throw thrown
  }
  const attempts = Math.min(row.attempts + 1, MAX_ATTEMPTS)
  const is_over = attempts >= settings.max_attempts || isFinal(thrown)
  const fails = is_over && TRANSITIONS[row.state].includes("failed")
  tell("step_failed", { step, attempts, error: cutCodePoints(error, 300), failed: fails })
  const after = await settings.store.change(row.id, {
    ...(fails ? failing(row) : {}),
    attempts,
    error,
    note: { step, error, attempts },
  })
  // Its sender is told.
  return { row: after, next: fails ? "on" : "stop" }
}

/** The part of a change that fails a row. */
export function failing({ work: { failures = 0 } }: Feedback) {
  return { to: "failed" as const, work: { failures: failures + 1 } }
}

/** What a row and an event say of an error: bounded, without secrets. */
export function reasonOf(thrown: unknown): string {
  const text = redactSecrets(thrownMessage(thrown).slice(0, 4000))
  return cutCodePoints(text, 1000) || "it threw an error that says nothing"
}

function isLook(step: StepName): boolean {
  return step === "await_approval" || step === "await_merge"
}

function isFinal(thrown: unknown): boolean {
  if (thrown instanceof ForgeError) return !thrown.retryable
  if (thrown instanceof FixError) return !thrown.is_retryable
  return isInvalidOptionError(thrown) || thrown instanceof PublishError
}

/** The store counts no further; an alarm may be looked at for years. */
const MAX_ATTEMPTS = 1000
