import type { InvalidOptionError } from "@proofloop/foundation/errors"
import type { JsonObject } from "@proofloop/foundation/text"
import { lookAtPull } from "../../forge/look_at_pull.ts"
import type { TakenBack } from "../../forge/take_back.ts"
import type { Feedback } from "../feedback.ts"
import type { SelfCorrectionSettings } from "../settings.ts"
import { revertMerge } from "../steps/revert_merge.ts"
import { withRow } from "./decisions.ts"
import { refused } from "./run_settings.ts"

export interface RevertRequest {
  /** Told in the pull request. Default: why the row is alarmed. */
  readonly reason?: string | undefined
  /** Aborts the revert. Default: none. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Notes in its row the draft that reverts a merged fix, once while it is open. The row keeps its state: a person
 * decides whether to merge it, and the test then shows the result.
 */
export async function revertFix(
  settings: SelfCorrectionSettings,
  id: string,
  { reason, signal }: RevertRequest,
): Promise<TakenBack> {
  return withRow(settings, { id, states: STATES, expected: EXPECTED }, async (row) =>
    openRevert(settings, row, reason ?? row.error ?? "a person asks for it", signal),
  )
}

const STATES = ["regression-alarm", "verified", "closed"] as const
const EXPECTED = "feedback whose fix is merged"

async function openRevert(
  { root, forge, store, base, draft, on_event }: SelfCorrectionSettings,
  feedback: Feedback,
  reason: string,
  signal: AbortSignal | undefined,
): Promise<TakenBack> {
  const { pull_request, revert } = feedback.work
  // The merge itself; an alarm looks at a later commit.
  const life =
    pull_request === undefined ? null : await lookAtPull(pull_request.identity, { forge, root, base, signal })
  if (life?.state !== "merged") throw noMerge(feedback)
  const { merged_commit } = life
  const done = await revertMerge({ root, forge, feedback, merged_commit, base, reason, draft, signal })
  if (done.status === "opened" && done.number === revert?.number) return done
  const told: JsonObject = { ...done }
  const tell = (what: string, fields: JsonObject) =>
    on_event({ type: `feedback.${what}`, feedback_id: feedback.id, ...fields })
  const work = done.status === "opened" ? { revert: { number: done.number, url: done.url } } : {}
  await store.change(feedback.id, { work, note: { step: "revert", merged_commit, ...told } })
  tell("revert", told)
  return done
}

function noMerge({ id, state }: Feedback): InvalidOptionError {
  return refused("id", `feedback whose fix is merged; this one is ${state} without a merge`, id)
}
