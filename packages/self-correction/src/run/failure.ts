import { isInvalidOptionError, thrownMessage } from "@proofloop/foundation/errors"
import { redactSecrets, cutCodePoints, cutMiddle } from "@proofloop/foundation/text"
import { ForgeError } from "@proofloop/jobs/forge"
import { type Feedback, TRANSITIONS } from "../feedback/feedback.ts"
import type { StepName } from "../feedback/steps.ts"
import { FixError } from "../steps/fix_error.ts"
import { PublishError } from "../steps/publish_error.ts"
import { StoreError } from "../store/store_error.ts"
import type { StepContext, StepOutcome } from "./step.ts"

/**
 * What becomes of a row whose step threw. An interruption counts nothing, nor does a forge that is away while a step only
 * looks. Any other error counts one attempt; after `max_attempts`, and at once for what no further try can change, the row
 * fails. Throws what it does not note: errors of a look, of the store, and of telling a failure. @requirement self-correction.steps
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

/** What has to be made anew: the fix with everything after it, or the test alone. */
export type Redo = "fix" | "test"

/**
 * A fix or its test is no good: one attempt more, what stands against it is told to the next try, at once; after
 * `max_attempts` the row fails. Nothing of it is published.
 */
export async function refute(
  step: StepName,
  row: Feedback,
  { settings, tell }: StepContext,
  { reasons, redo }: { readonly reasons: readonly string[]; readonly redo: Redo },
): Promise<StepOutcome> {
  const said = reasons.slice(0, MAX_REFUTATIONS).map((reason) => cutMiddle(redactSecrets(reason), MAX_REASON))
  const attempts = row.attempts + 1
  const fails = attempts >= settings.max_attempts
  const error = `${step}: ${said.join("; ")}`
  tell("refuted", { step, attempts, reason: error.slice(0, 300), failed: fails })
  const after = await settings.store.change(row.id, {
    ...(fails ? { to: "failed" as const } : {}),
    attempts,
    error,
    work: {
      ...(fails ? failing(row).work : {}),
      ...(redo === "fix" ? { fix: null } : {}),
      test: null,
      differential: null,
      review: null,
      refutations: [...(row.work.refutations ?? []), ...said].slice(-MAX_REFUTATIONS),
    },
    note: { step, refuted: said, redo, attempts },
  })
  return { row: after, next: "on" }
}

const MAX_REASON = 2000
const MAX_REFUTATIONS = 20
