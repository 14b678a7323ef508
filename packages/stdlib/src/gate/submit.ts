import { thrownMessage, errorCode } from "@proofloop/foundation/errors"
import { raceAbort } from "@proofloop/foundation/process"
import { acceptChange } from "./accept.ts"
import { attemptChange, type EndedAttempt, type RejectedChange } from "./attempt.ts"
import { type Tell, tellerFor } from "./event.ts"
import type { AcceptedChange, FailedChange, GateOutcome } from "./outcome.ts"
import { type Rejection, replyRejection, stateError, terminalError } from "./rejection.ts"
import type { Submission } from "./submission.ts"
import type { ProposedPatches } from "./subtask.ts"

/**
 * Proposal, patches, critics, commit; after a failure it reverts and asks again with what went wrong, as often as
 * attempts are left. @requirement critics.gate
 */
export async function submitChange(submission: Submission): Promise<GateOutcome> {
  const { settings, subtask, phase, attempts, signal } = submission
  await submission.baselines.ready(signal)
  let last: RejectedChange | null = null
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    if (signal.aborted) return { status: "aborted", attempts: attempt - 1 }
    const tell = tellerFor(settings.emit, subtask, phase, attempt)
    const tried = await tryOnce(submission, attempt, last?.rejection ?? null, tell)
    if (tried.kind === "accepted") {
      if (attempt > 1) tell({ type: "critic_build_retry.success" })
      return tried.outcome
    }
    if (signal.aborted) return { status: "aborted", attempts: attempt }
    if (tried.kind === "failed") return failedChange(tried.error, attempt)
    tell(tried.rejection.event)
    last = tried
  }
  const error = last === null ? "No attempt was made" : terminalError(last.rejection, attempts)
  return {
    ...failedChange(error, attempts),
    rejection: last?.rejection ?? null,
    verdicts: last?.verdicts ?? [],
  }
}

export function failedChange(error: string, attempts: number): FailedChange {
  return { status: "failed", error: stateError(error), attempts, rejection: null, verdicts: [] }
}

type Tried = { readonly kind: "accepted"; readonly outcome: AcceptedChange } | RejectedChange | EndedAttempt

async function tryOnce(
  submission: Submission,
  attempt: number,
  last: Rejection | null,
  tell: Tell,
): Promise<Tried> {
  const { signal, propose } = submission
  let proposal: ProposedPatches
  try {
    const told = { feedback: last?.feedback ?? null, rejected_by: last?.rejected_by ?? null }
    proposal = await raceAbort(async () => propose({ attempt, ...told, signal }), signal)
  } catch (error) {
    // A model answered, but nothing could be read in it: worth another attempt, unlike a model that is gone.
    return errorCode(error) === "llm_error"
      ? { kind: "rejected", rejection: replyRejection(thrownMessage(error)), verdicts: [] }
      : { kind: "failed", error: thrownMessage(error) }
  }
  try {
    const result = await attemptChange(proposal, submission, tell)
    if (result.kind !== "passed") return result
    return { kind: "accepted", outcome: await acceptChange(submission, proposal, result, { attempt, tell }) }
  } catch (error) {
    return { kind: "failed", error: thrownMessage(error) }
  }
}
