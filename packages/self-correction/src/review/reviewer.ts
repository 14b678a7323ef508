import type { FixReview } from "../feedback/feedback.ts"
import type { FixReviewContext } from "../settings/settings.ts"

export type ReviewPass = FixReview["passes"][number] & {
  /** What a pass that did not succeed does to the whole. */
  readonly outcome: FixReview["overall"]
}

export type FixReviewer = (context: FixReviewContext) => Promise<ReviewPass>
