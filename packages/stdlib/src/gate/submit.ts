import { thrownMessage, errorCode } from "@proofloop/foundation/errors"
import { commitPaths } from "@proofloop/foundation/git"
import { raceAbort } from "@proofloop/foundation/process"
import { cutCodePoints } from "@proofloop/foundation/text"
import { PatchError } from "../workspace/patch/patch_error.ts"
import {
  attemptChange,
  type EndedAttempt,
  type RejectedChange,
  type PassedChange,
  takeBack,
} from "./attempt.ts"
import { type Tell, tellerFor } from "./event.ts"
import type { AcceptedChange, FailedChange, GateOutcome, HeldChange } from "./outcome.ts"
import { patchRejection, type Rejection, replyRejection, stateError, terminalError } from "./rejection.ts"
import type { Submission } from "./submission.ts"
import type { ProposedPatches } from "./subtask.ts"
import { isJudged } from "./verdict_events.ts"

/** Proposes, applies and judges, up to the number of attempts; a retry learns what went wrong. @requirement critics.gate */
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
    // A model answered, but nothing could be read or applied. That is worth another attempt, unlike a missing model.
    const rejection =
      errorCode(error) === "llm_error"
        ? replyRejection(thrownMessage(error))
        : error instanceof PatchError
          ? patchRejection(error)
          : null
    return rejection === null
      ? { kind: "failed", error: thrownMessage(error) }
      : { kind: "rejected", rejection, verdicts: [] }
  }
  try {
    const result = await attemptChange(proposal, submission, tell)
    if (result.kind !== "passed") return result
    return { kind: "accepted", outcome: await acceptChange(submission, proposal, result, { attempt, tell }) }
  } catch (error) {
    return { kind: "failed", error: thrownMessage(error) }
  }
}

/** Keeps a change that passed, or holds it open. Rejects with GitError, after undoing the change. */
async function acceptChange(
  submission: Submission,
  proposal: ProposedPatches,
  passed: PassedChange,
  place: { readonly attempt: number; readonly tell: Tell },
): Promise<AcceptedChange> {
  const { applied, verdicts } = passed
  const held: HeldChange = {
    keep: async () => keepChange(submission, proposal, passed, place.tell),
    undo: async () => takeBack(applied, place.tell),
  }
  return {
    status: "accepted",
    change: applied.change,
    commit: submission.hold ? null : await held.keep(),
    attempts: place.attempt,
    verdicts,
    judged: isJudged(verdicts),
    held: submission.hold ? held : null,
  }
}

/** Commits exactly the touched paths and moves the baselines forward. */
async function keepChange(
  { settings, subtask, baselines, signal }: Submission,
  { commit_message }: ProposedPatches,
  { applied, measured }: PassedChange,
  tell: Tell,
): Promise<string | null> {
  const { root, commit, commit_tag } = settings
  const paths = applied.change.files.map(({ path }) => path)
  let id: string | null = null
  const refuseAborted = (): void => {
    if (signal.aborted) throw new Error("Aborted")
  }
  try {
    refuseAborted()
    const message = taggedMessage(commit_message, subtask.title, commit_tag)
    if (commit)
      id = await commitPaths(root, paths, message, {
        skip_missing: true,
        before_move: async (made) => {
          refuseAborted()
          await applied.committing(made)
        },
      })
  } catch (error) {
    await takeBack(applied, tell)
    throw error
  }
  await applied.accept()
  baselines.moveTo(measured)
  return id
}

/** The commit message with its author's tag; "chore: TITLE" without a message of the model. */
function taggedMessage(message: string | undefined, title: string, tag: string): string {
  const given = plain(message ?? "")
  const text = given === "" ? `chore: ${plain(title)}` : given
  return tag === "" || text.includes(tag) ? text : `${text} ${tag}`
}

/** Without control characters except line ends: git accepts no NUL, and logs show the others differently. */
function plain(text: string): string {
  return cutCodePoints(text.replaceAll(/[^\P{Cc}\n]/gu, "").trim(), 4000)
}
