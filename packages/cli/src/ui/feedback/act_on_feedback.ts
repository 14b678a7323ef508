import { ActionRefused, type GivenAction } from "@proofloop/cockpit"
import type { FeedbackStore } from "@proofloop/self-correction"
import { findRow } from "../../jobs/find_row.ts"
import { newestApproval } from "../newest_approval.ts"
import { answerPlan, doOffered } from "../plan_answer.ts"
import { feedbackActions, ownCommand } from "./feedback_actions.ts"
import type { FeedbackPlace } from "./feedback_place.ts"

/** Answers a plan. Resolves to what was done; rejects with ActionRefused. */
export async function actOnFeedback(
  id: string,
  given: GivenAction,
  store: FeedbackStore,
  place: FeedbackPlace,
): Promise<string> {
  const row = await findRow(store, id)
  if (row === null) throw new ActionRefused(`there is no feedback ${id}`)
  const offered = feedbackActions(row, { place, approval: await newestApproval(store, id) })
  const next = ownCommand(place, "process", id)
  return doOffered(row, { offered, given }, async (words) =>
    answerPlan(store, id, { name: given.name, words, next }),
  )
}

const STARTED: Readonly<Record<string, readonly string[]>> = {
  process: ["process"],
  retry: ["process", "--retry"],
  revert: ["revert"],
  verify: ["verify"],
}

export function commandOfFeedback(
  id: string,
  action: string,
  { file, root }: FeedbackPlace,
): readonly string[] | null {
  const [verb, ...flags] = STARTED[action] ?? []
  if (verb === undefined) return null
  return ["feedback", verb, id, ...flags, ...(root === null ? ["--store", file] : ["--repo", root])]
}
