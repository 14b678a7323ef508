import { workOf } from "../../drive/step.ts"
import { keep, type RunStep } from "../context/context.ts"
import { selfReview } from "../review/self_review.ts"

/** Reads the pull request's diff as an adversary and posts the findings. Tells problems; the run does not wait. */
export const selfReviewStep: RunStep = {
  name: "self_review",
  in_parts: true,
  async run(row, context) {
    const { head } = workOf(row, "head")
    const self_review = await selfReview(row, context)
    const { findings, error, url } = self_review
    context.tell("self_reviewed", { head, findings: findings.length, error, url })
    return keep(context, row, {
      work: { self_review },
      note: { step: "self_review", findings: findings.length, error },
    })
  },
}
