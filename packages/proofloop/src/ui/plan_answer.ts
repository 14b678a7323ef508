import { isInvalidOptionError } from "@proofloop/foundation/errors"
import type { JobStore } from "@proofloop/jobs"
import { type ApprovalAnswer, StoreError } from "@proofloop/jobs/internal"
import type { RowAction } from "../cockpit/sources/row_line.ts"
import { ActionRefused, type GivenAction } from "../cockpit/sources/source.ts"
import { userName } from "../console/user_name.ts"

/**
 * Does what a person has chosen among the actions that a row offers. Resolves to what was done; rejects with
 * ActionRefused for another action, for a row that has changed since it was seen, and for what the store refuses.
 */
export async function doOffered(
  { id, state }: { readonly id: string; readonly state: string },
  { offered, given }: { readonly offered: readonly RowAction[]; readonly given: GivenAction },
  work: (words: string | null) => Promise<string>,
): Promise<string> {
  const action = offered.find(({ name, how }) => name === given.name && how === "answer")
  if (action === undefined) throw new ActionRefused(`${id} is ${state}: it takes no ${given.name}`)
  refuseChanged(id, action, given)
  const words = requireWords(action, given)
  try {
    return await work(words)
  } catch (error) {
    if (isInvalidOptionError(error) || error instanceof StoreError) throw new ActionRefused(error.message)
    throw error
  }
}

/** Answers the plan that waits. `next`: the command that goes on. */
export async function answerPlan(
  store: Pick<JobStore, "answer">,
  id: string,
  { name, words, next }: { readonly name: string; readonly words: string | null; readonly next: string },
): Promise<string> {
  const answer = ANSWERS[name]
  if (answer === undefined) throw new ActionRefused(`${name} is done elsewhere`)
  await store.answer(id, { answer, by: userName(), ...(words === null ? {} : { reply: words }) })
  return `${id}: ${answer === "refine" ? "sent back" : answer}; go on with: ${next}`
}

const ANSWERS: Readonly<Record<string, ApprovalAnswer>> = {
  approve: "approved",
  refine: "refine",
  reject: "rejected",
}

/** Throws ActionRefused when what was seen has changed: another plan, another state. */
function refuseChanged(id: string, offered: RowAction, { seen }: GivenAction): void {
  if (offered.seen !== seen) throw new ActionRefused(`${id} has changed since you looked: look again`)
}

/** The words that an action needs; null where it needs none. Throws ActionRefused without them. */
function requireWords({ words: label }: RowAction, { words }: GivenAction): string | null {
  if (label === undefined) return null
  if (words === null || words.trim() === "") throw new ActionRefused(`it needs words: ${label}`)
  return words.trim()
}
