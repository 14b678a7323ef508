import type { Approval } from "@proofloop/jobs"
import { type Feedback, MAX_PLAN_REFINEMENTS } from "../feedback.ts"
import { forgeAnswer } from "./forge_answer.ts"
import { failing, type FeedbackContext, type FeedbackStep, moveTo, unlessRefused } from "./step.ts"

/**
 * Takes a person's answer; without one the row waits. A wish goes back to the plan, three times at most: the fourth fails
 * the row. @requirement self-correction.approval
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

/** What somebody has answered by the store, or else where the feedback came from; that is noted in the store first. */
async function answerOf(row: Feedback, { settings, signal }: FeedbackContext): Promise<Approval | null> {
  const { store, forge } = settings
  const asked = (await store.approvals(row.id)).find(({ round }) => round === row.refinement_round)
  if (asked === undefined || asked.answer !== null) return asked ?? null
  const said = await unlessRefused(forgeAnswer(forge, row, asked, signal), null)
  return said === null ? null : store.answer(row.id, said)
}

const WAIT = { for: "approval", look_at: null, deadline: null } as const

export const REFINED_OUT = "the plan was refined three times and is still not approved"
