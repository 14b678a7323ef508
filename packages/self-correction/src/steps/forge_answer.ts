import type { Approval, ApprovalAnswer } from "@proofloop/jobs"
import { type Forge, type ForgeComment, mayDecide } from "@proofloop/jobs/forge"
import type { Feedback } from "../feedback.ts"

const COMMANDS: Readonly<Record<string, ApprovalAnswer>> = {
  approve: "approved",
  refine: "refine",
  reject: "rejected",
}

/** What a person has answered where the feedback came from. */
export interface ForgeAnswer {
  readonly answer: ApprovalAnswer
  readonly reply?: string
  /** Who, as the forge knows them, and where they said it. */
  readonly by: string
}

/**
 * The first answer to a request for approval that stands, since it was posted, on the pull request or issue of a feedback:
 * `/proofloop approve ID`, `/proofloop refine ID WISH` or `/proofloop reject ID REASON`, by somebody whom the forge counts among
 * those who decide. null: there is none. Rejects with ForgeError. @requirement self-correction.approval
 */
export async function forgeAnswer(
  forge: Forge,
  { id, context_url }: Pick<Feedback, "id" | "context_url">,
  { posted_at }: Pick<Approval, "posted_at">,
  signal: AbortSignal,
): Promise<ForgeAnswer | null> {
  const target = context_url === null ? null : forge.targetOf(context_url)
  if (target === null) return null
  for (const comment of await forge.comments.list(target, signal)) {
    const answer = comment.at < posted_at ? null : readAnswer(comment, id)
    if (answer !== null) return answer
  }
  return null
}

const MAX_REPLY = 16_000

function readAnswer(
  { is_own, association, author, body, url }: ForgeComment,
  id: string,
): ForgeAnswer | null {
  if (is_own || !mayDecide(association)) return null
  const [mark, verb = "", named, ...rest] = body.trim().slice(0, MAX_REPLY).split(/\s/)
  const answer = Object.hasOwn(COMMANDS, verb) ? COMMANDS[verb] : undefined
  if (mark !== "/proofloop" || answer === undefined || named !== id) return null
  const reply = rest.join(" ").trim()
  if (answer === "refine" && reply === "") return null
  return { answer, ...(reply === "" ? {} : { reply }), by: `${author} (${url})`.slice(0, 128) }
}
