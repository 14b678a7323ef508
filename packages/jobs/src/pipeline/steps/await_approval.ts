import { moveTo, type RunStep, waitFor } from "../context/context.ts"
import { MAX_PLAN_REFINEMENTS } from "../run.ts"

/** Takes a person's answer; without one the run waits. A wish sends the run back to the plan, at most three times. */
export const awaitApprovalStep: RunStep = {
  name: "await_approval",
  async run(row, context) {
    const wishes = row.work.wishes ?? []
    const asked = (await context.settings.store.approvals(row.id)).find(
      ({ round }) => round === wishes.length,
    )
    if (asked === undefined || asked.answer === null) return waitFor(row, "approval")
    const { answer, reply, answered_by, round } = asked
    const note = { step: "await_approval", answer, reply, answered_by, round }
    context.tell(answer === "refine" ? "refined" : answer, { round })
    if (answer === "approved") return moveTo("working", context, row, { note })
    if (answer === "refine" && wishes.length < MAX_PLAN_REFINEMENTS) {
      return moveTo("planning", context, row, {
        work: { wishes: [...wishes, reply ?? ""], plan: null, plan_sha256: null },
        note,
      })
    }
    const why =
      answer === "refine"
        ? "it was refined three times and is still not approved"
        : (reply ?? "no reason was given")
    return moveTo("done", context, row, {
      work: { ending: { how: "rejected", why: `the plan was rejected: ${why}` } },
      note,
    })
  },
}
