import { workOf } from "../../drive/step.ts"
import { keep, type RunStep } from "../context/context.ts"
import { planText } from "../publish/plan_text.ts"

/** Puts the plan of this round into the inbox; one request a round, even after retries. */
export const requestApprovalStep: RunStep = {
  name: "request_approval",
  async run(row, context) {
    const { plan } = workOf(row, "plan")
    const asked = (row.work.wishes ?? []).length
    const { id, round } = await context.settings.store.requestApproval(
      row.id,
      asked,
      planText(plan, row.work.for_person),
    )
    context.tell("approval_requested", { round })
    return keep(context, row, {
      work: { approval: { id, round } },
      note: { step: "request_approval", approval_id: id, round },
    })
  },
}
