export type { EditHunk } from "@proofloop/stdlib"
export {
  type ContinuousCritique,
  continuousCritique,
  type ContinuousCritiqueOptions,
} from "./critique/continuous_critique.ts"
export type { CritiqueFinding } from "./critique/critique_turn.ts"
export {
  type Feedback,
  type FeedbackSeverity,
  FEEDBACK_STATES,
  type FeedbackState,
  type FixClass,
  type FixPlan,
  type FixReview,
  type Hit,
  type NewFeedback,
  FIX_CLASSES,
  SEVERITIES,
} from "./feedback.ts"
export type { StepName } from "./states.ts"
export type { SelfCorrectionOptions, TestRooms } from "./settings.ts"
export { type Change, feedbackKind, type FeedbackStore, openFeedbackStore } from "./feedback_store.ts"
export {
  createSelfCorrection,
  type DrivenFeedback,
  type ProcessOptions,
  type SelfCorrection,
} from "./run/self_correction.ts"
export { feedbackTurns } from "./run/feedback_turns.ts"
export type { RevertRequest } from "./run/revert.ts"
export { reviewWith, type ReviewOptions } from "./review/review_fix.ts"
export { feedbackInbox, outcomeOf } from "./inbox.ts"
export { selfCorrectionTools } from "./tools/tools.ts"
export type {
  FixContext,
  ProposedTest,
  ProposeEdits,
  ProposeTest,
  FixReviewContext,
  ReviewFix,
} from "./settings.ts"
