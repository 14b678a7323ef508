export {
  type ContinuousCritique,
  continuousCritique,
  type ContinuousCritiqueOptions,
} from "./critique/continuous_critique.ts"
export type { CritiqueFinding } from "./critique/critique_finding.ts"
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
} from "./feedback/feedback.ts"
export type { StepName } from "./feedback/steps.ts"
export type { SelfCorrectionOptions } from "./settings/settings.ts"
export { openFeedbackStore } from "./store/open_store.ts"
export type { Reverted } from "./steps/revert_merge.ts"
export {
  type Approval,
  type ApprovalAnswer,
  type Change,
  type FeedbackNote,
  type FeedbackQuery,
  type FeedbackStore,
  type Memory,
  type NewMemory,
} from "./store/store.ts"
export { StoreError, type StoreProblem } from "./store/store_error.ts"
export { createSelfCorrection, type ProcessOptions, type SelfCorrection } from "./process_feedback.ts"
export type { ProcessedFeedback } from "./run/process_run.ts"
export type { RevertRequest } from "./run/revert.ts"
export { reviewWith, type ReviewOptions } from "./review/review_fix.ts"
export { selfCorrectionTools } from "./tools/tools.ts"
export type {
  EditHunk,
  FixContext,
  ProposedTest,
  ProposeEdits,
  ProposeTest,
  FixReviewContext,
  ReviewFix,
} from "./settings/settings.ts"
