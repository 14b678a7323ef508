import type { FixReview } from "../feedback.ts"
import type { FixReviewContext } from "../settings.ts"

export type ReviewPass = FixReview["passes"][number] & {
  /** What a pass that did not succeed does to the whole. */
  readonly outcome: FixReview["overall"]
  /** What weakens it, in words. */
  readonly caveats?: readonly string[]
}

export type FixReviewer = (context: FixReviewContext) => Promise<ReviewPass>
