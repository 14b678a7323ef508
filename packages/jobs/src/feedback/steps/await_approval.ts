import { type ForgeComment, mayDecide } from "../../forge/comments.ts"
import type { Forge } from "../../forge/forge.ts"
import type { Approval, ApprovalAnswer } from "../../store/store.ts"
import { type Feedback, MAX_PLAN_REFINEMENTS } from "../feedback.ts"
import { failing, type FeedbackContext, type FeedbackStep, moveTo, unlessRefused } from "./step.ts"

/**
 * Takes a person's answer; without one the row waits. A wish sends the row back to the plan, at most three times: the
 * fourth fails the row.
 * @requirement self-correction.approval
 */
export const awaitApprovalStep: FeedbackStep = {
  name: "await_approval",
  needs: ["forge"],
  async run(row, context) {
    const answered = await answerOf(row, context)
    if (answered === null || answered.answer === null) return { row, next: "wait", wait: WAIT }
    const { answer, reply, answered_by, round } = answered
    const note = { step: "await_approval", answer, reply, answered_by, round }
    if (answer === "approved") {
      context.tell("approved", { round })
      return moveTo("in-fix", context, row, { note })
    }
    if (answer === "rejected") {
      context.tell("rejected", { reason: "plan" })
      const rejection = `the plan was rejected: ${reply ?? "no reason was given"}`
      return moveTo("rejected", context, row, { work: { rejection }, note })
    }
    if (row.refinement_round >= MAX_PLAN_REFINEMENTS) {
      const error = REFINED_OUT
      context.tell("step_failed", { step: "await_approval", attempts: row.attempts, error, failed: true })
      const { work } = failing(row)
      return moveTo("failed", context, row, { error, work, note: { ...note, error } })
    }
    context.tell("refined", { round })
    return moveTo("triaged", context, row, { refinement_round: row.refinement_round + 1, note })
  },
}

/** The answer in the store, else the one at the source of the feedback, which is first noted in the store. */
async function answerOf(row: Feedback, { settings, signal }: FeedbackContext): Promise<Approval | null> {
  const { store, forge } = settings
  const asked = (await store.approvals(row.id)).find(({ round }) => round === row.refinement_round)
  if (asked === undefined || asked.answer !== null) return asked ?? null
  const said = await unlessRefused(forgeAnswer(forge, row, asked, signal), null)
  return said === null ? null : store.answer(row.id, said)
}

const WAIT = { for: "approval", look_at: null, deadline: null } as const

export const REFINED_OUT = "the plan was refined three times and is still not approved"

const COMMANDS: Readonly<Record<string, ApprovalAnswer>> = {
  approve: "approved",
  refine: "refine",
  reject: "rejected",
}

interface ForgeAnswer {
  readonly answer: ApprovalAnswer
  readonly reply?: string
  /** Who, as the forge knows them, and where they said it. */
  readonly by: string
}

/**
 * The first valid answer since a request for approval was posted, on the feedback's pull request or issue; null
 * without one. It is `/proofloop approve ID`, `/proofloop refine ID WISH` or `/proofloop reject ID REASON`, by an
 * author who may decide, as the forge says. Rejects with ForgeError.
 * @requirement self-correction.approval
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
