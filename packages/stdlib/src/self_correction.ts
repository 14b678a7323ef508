export {
  type Feedback,
  type FeedbackSeverity,
  type FeedbackState,
  type FixClass,
  type NewFeedback,
} from "./self_correction/feedback.ts"
export { type Forge, ForgeError, type ForgeTarget, type PullRequest } from "./self_correction/forge/forge.ts"
export type { SelfCorrectionOptions, StepName } from "./self_correction/settings.ts"
export type { FeedbackStore } from "./self_correction/store/store.ts"
