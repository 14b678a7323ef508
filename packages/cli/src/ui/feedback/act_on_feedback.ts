import { ActionRefused, type GivenAction } from "@proofloop/cockpit"
import { isInvalidOptionError } from "@proofloop/foundation/errors"
import { StoreError } from "@proofloop/jobs"
import type { FeedbackStore } from "@proofloop/self-correction"
import { userName } from "../../jobs/user_name.ts"
import { refuseChanged, requireWords } from "../given_action.ts"
import { newestApproval } from "../newest_approval.ts"
import { feedbackActions, ownCommand } from "./feedback_actions.ts"
import type { FeedbackPlace } from "./feedback_place.ts"

/** Answers a plan. Resolves to what was done; rejects with ActionRefused. */
export async function actOnFeedback(
  id: string,
  given: GivenAction,
  store: FeedbackStore,
  place: FeedbackPlace,
): Promise<string> {
  try {
    const row = await store.get(id)
    const approval = await newestApproval(store, id)
    const offered = feedbackActions(row, { place, approval }).find(
      ({ name, how }) => name === given.name && how === "answer",
    )
    const answer = ANSWERS[given.name]
    if (offered === undefined || answer === undefined)
      throw new ActionRefused(`${id} is ${row.state}: it takes no ${given.name}`)
    refuseChanged(id, offered, given)
    const words = requireWords(offered, given)
    await store.answer(id, { answer, by: userName(), ...(words === null ? {} : { reply: words }) })
    return `${id}: ${answer === "refine" ? "sent back" : answer}; go on with: ${ownCommand(place, "process", id)}`
  } catch (error) {
    if (isInvalidOptionError(error) || error instanceof StoreError) throw new ActionRefused(error.message)
    throw error
  }
}

const ANSWERS: Readonly<Record<string, "approved" | "refine" | "rejected">> = {
  approve: "approved",
  refine: "refine",
  reject: "rejected",
}

const STARTED: Readonly<Record<string, readonly string[]>> = {
  process: ["process"],
  retry: ["process", "--retry"],
  revert: ["revert"],
  verify: ["verify"],
}

/** The command that an action of feedback starts. */
export function commandOfFeedback(
  id: string,
  action: string,
  { file, root }: FeedbackPlace,
): readonly string[] | null {
  const [verb, ...flags] = STARTED[action] ?? []
  if (verb === undefined) return null
  return ["feedback", verb, id, ...flags, ...(root === null ? ["--store", file] : ["--repo", root])]
}
