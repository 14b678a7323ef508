import { redactSecrets, cutMiddle } from "@proofloop/foundation/text"
import type { Feedback } from "../feedback/feedback.ts"
import type { StepName } from "../feedback/steps.ts"
import { failing } from "./failure.ts"
import type { StepContext, StepOutcome } from "./step.ts"

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
