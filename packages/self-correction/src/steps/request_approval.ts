import { workOf } from "@proofloop/jobs"
import { approvalMessage } from "./approval_message.ts"
import { isLargeJob, largeJobOptions } from "./large_job.ts"
import { type FeedbackStep, keep, unlessRefused } from "./step.ts"

/** Puts the plan of this round into the inbox, and where the feedback came from; one request a round, however often it is tried. */
export const requestApprovalStep: FeedbackStep = {
  name: "request_approval",
  needs: ["forge"],
  async run(row, context) {
    const { store, forge, prompt_dir } = context.settings
    const { plan } = workOf(row, "plan")
    const { reasons } = isLargeJob(plan, largeJobOptions(context.settings))
    const body = await approvalMessage(row, plan, { reasons, prompt_dir })
    const { id, round } = await store.requestApproval(row.id, row.refinement_round, body)
    const target = row.context_url === null ? null : forge.targetOf(row.context_url)
    if (target !== null) {
      const key = `${row.id}:approval-${round}`
      // It can be answered by the store all the same.
      await unlessRefused(forge.comments.post(target, key, body, context.signal), "")
    }
    context.tell("approval_requested", { round, reasons })
    const note = { step: "request_approval", approval_id: id, round, reasons }
    return keep(context, row, { work: { approval: { id, round } }, note })
  },
}
