export {
  type ContinuousCritique,
  continuousCritique,
  type ContinuousCritiqueOptions,
} from "./critique/continuous_critique.ts"
export {
  type CritiqueFinding,
  HIGH_CRITIQUE_CONFIDENCE,
  MIN_CRITIQUE_CONFIDENCE,
} from "./critique/critique_finding.ts"
export {
  type Critique,
  type CritiqueKind,
  type CritiqueOptions,
  critiqueTurn,
} from "./critique/critique_turn.ts"
export {
  type Feedback,
  type FeedbackSeverity,
  feedback_states,
  type FeedbackState,
  type FixClass,
  type FixPlan,
  type FixReview,
  type Hit,
  type NewFeedback,
  severities,
} from "./feedback/feedback.ts"
export {
  fix_branch_prefix,
  type Forge,
  ForgeError,
  type ForgeTarget,
  type NewPullRequest,
  type PullRequest,
} from "./forge/forge.ts"
export { githubForge } from "./forge/github_forge.ts"
export type { GithubForgeOptions } from "./forge/github/settings.ts"
export { type LocalForge, localForge } from "./forge/local_forge.ts"
export type { LocalForgeOptions } from "./forge/local/settings.ts"
export type { SelfCorrectionOptions, StepName } from "./settings/settings.ts"
export { approvalMessage, type ApprovalMessageOptions } from "./steps/approval_message.ts"
export { draftPlan } from "./steps/draft_plan.ts"
export { type DraftPlanOptions } from "./steps/draft_plan_options.ts"
export { extractKeywords } from "./steps/keywords.ts"
export { isLargeJob, LARGE_JOB_LOC, type LargeJobOptions } from "./steps/large_job.ts"
export { type Localisation, localise, type LocaliseOptions, MAX_HITS } from "./steps/localise.ts"
export { MAX_PLAN_REFINEMENTS } from "./steps/plan_refinements.ts"
export { MIN_TRIAGE_CONFIDENCE, triageFeedback, type TriageOptions } from "./steps/triage.ts"
export { openFeedbackStore } from "./store/open_store.ts"
export { feedbackBinding, type FeedbackBindingOptions } from "./steps/feedback_binding.ts"
export { type Notified, notify, type NotifyOptions } from "./steps/notify.ts"
export { publishFix, type PublishOptions } from "./steps/publish.ts"
export { PublishError } from "./steps/publish_error.ts"
export { pullRequestBody, type PullRequestBodyOptions } from "./steps/pull_request_body.ts"
export { type Reverted, revertMerge, type RevertOptions } from "./steps/revert_merge.ts"
export { type MergeVerdict, verifyMerge, type VerifyMergeOptions } from "./steps/verify_merge.ts"
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
export type { ReviewCritics } from "./review/critics.ts"
export { selfCorrectionMachine } from "./machine/machine.ts"
export { dueStep } from "./machine/due.ts"
export type { SelfCorrectionState, StepInput, StepOutcome } from "./machine/setup.ts"
export { selfCorrectionTools } from "./tools/tools.ts"
export { applyEdits, type EditOptions } from "./steps/apply_edits.ts"
export { type DifferentialOptions, runDifferential } from "./steps/differential.ts"
export { fixBranch } from "./steps/fix_branch.ts"
export { FixError, type FixErrorKind } from "./steps/fix_error.ts"
export { type MadeFix, makeFix, type MakeFixOptions } from "./steps/make_fix.ts"
export { proposeEditsWith, type ProposeOptions } from "./steps/propose_edits.ts"
export { proposeTestWith } from "./steps/propose_test.ts"
export { runTest, type RunTestOptions, type RegressionTestRun } from "./steps/run_test.ts"
export { writeRegressionTest, type WriteTestOptions } from "./steps/write_test.ts"
export type {
  EditHunk,
  FixContext,
  ProposedTest,
  ProposeEdits,
  ProposeTest,
  FixReviewContext,
  ReviewFix,
} from "./settings/settings.ts"
