import { MAX_PLAN_REFINEMENTS } from "../feedback/feedback.ts"
import { approvalMessage } from "../steps/approval_message.ts"
import { isLargeJob } from "../steps/large_job.ts"
import { failing } from "./failure.ts"
import { largeJobOptions } from "./run_settings.ts"
import { type DriveStep, keep, moveTo, workOf } from "./step.ts"

/** Puts the plan of this round into the inbox; one request a round, however often it is tried. */
export const requestApproval: DriveStep = async (row, context) => {
  const { store, prompt_dir } = context.settings
  const { plan } = workOf(row, "plan")
  const { reasons } = isLargeJob(plan, largeJobOptions(context.settings))
  const body = await approvalMessage(row, plan, { reasons, prompt_dir })
  const { id, round } = await store.requestApproval(row.id, row.refinement_round, body)
  context.tell("approval_requested", { round, reasons })
  const note = { step: "request_approval", approval_id: id, round, reasons }
  return keep(context, row, { work: { approval: { id, round } }, note })
}

/**
 * Takes a person's answer; without one the row waits. A wish goes back to the plan, three times at most: the fourth fails
 * the row. @requirement self-correction.approval
 */
export const awaitApproval: DriveStep = async (row, context) => {
  const approvals = await context.settings.store.approvals(row.id)
  const answered = approvals.find(({ round }) => round === row.refinement_round)
  if (answered === undefined || answered.answer === null) return { row, next: "wait" }
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
}

export const REFINED_OUT = "the plan was refined three times and is still not approved"
