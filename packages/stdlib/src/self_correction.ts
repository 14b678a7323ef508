export {
  type ContinuousCritique,
  continuousCritique,
  type ContinuousCritiqueOptions,
} from "./self_correction/critique/continuous_critique.ts"
export {
  type CritiqueFinding,
  HIGH_CRITIQUE_CONFIDENCE,
  MIN_CRITIQUE_CONFIDENCE,
} from "./self_correction/critique/critique_finding.ts"
export {
  type Critique,
  type CritiqueKind,
  type CritiqueOptions,
  critiqueTurn,
} from "./self_correction/critique/critique_turn.ts"
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
} from "./self_correction/feedback.ts"
export {
  fix_branch_prefix,
  type Forge,
  ForgeError,
  type ForgeTarget,
  type NewPullRequest,
  type PullRequest,
} from "./self_correction/forge/forge.ts"
export { githubForge } from "./self_correction/forge/github_forge.ts"
export type { GithubForgeOptions } from "./self_correction/forge/github/settings.ts"
export { type LocalForge, localForge } from "./self_correction/forge/local_forge.ts"
export type { LocalForgeOptions } from "./self_correction/forge/local/settings.ts"
export type { SelfCorrectionOptions, StepName } from "./self_correction/settings.ts"
export { approvalMessage, type ApprovalMessageOptions } from "./self_correction/steps/approval_message.ts"
export { draftPlan, type DraftPlanOptions } from "./self_correction/steps/draft_plan.ts"
export { extractKeywords } from "./self_correction/steps/keywords.ts"
export { isLargeJob, LARGE_JOB_LOC, type LargeJobOptions } from "./self_correction/steps/large_job.ts"
export {
  type Localisation,
  localise,
  type LocaliseOptions,
  MAX_HITS,
} from "./self_correction/steps/localise.ts"
export { MAX_PLAN_REFINEMENTS } from "./self_correction/steps/plan_refinements.ts"
export { MIN_TRIAGE_CONFIDENCE, triageFeedback, type TriageOptions } from "./self_correction/steps/triage.ts"
export { openFeedbackStore } from "./self_correction/store/open_store.ts"
export { feedbackBinding, type FeedbackBindingOptions } from "./self_correction/steps/feedback_binding.ts"
export { type Notified, notify, type NotifyOptions } from "./self_correction/steps/notify.ts"
export { publishFix, type PublishOptions } from "./self_correction/steps/publish.ts"
export { PublishError } from "./self_correction/steps/publish_error.ts"
export { pullRequestBody, type PullRequestBodyOptions } from "./self_correction/steps/pull_request_body.ts"
export { type Reverted, revertMerge, type RevertOptions } from "./self_correction/steps/revert_merge.ts"
export {
  type MergeVerdict,
  verifyMerge,
  type VerifyMergeOptions,
} from "./self_correction/steps/verify_merge.ts"
export {
  type Approval,
  type ApprovalAnswer,
  type Change,
  type FeedbackNote,
  type FeedbackQuery,
  type FeedbackStore,
  type Memory,
  type NewMemory,
} from "./self_correction/store/store.ts"
export { StoreError, type StoreProblem } from "./self_correction/store/store_error.ts"
export {
  createSelfCorrection,
  type ProcessOptions,
  type SelfCorrection,
} from "./self_correction/process_feedback.ts"
export type { ProcessedFeedback } from "./self_correction/run/process_run.ts"
export type { RevertRequest } from "./self_correction/run/revert.ts"
export { reviewWith, type ReviewOptions } from "./self_correction/review/review_fix.ts"
export type { ReviewCritics } from "./self_correction/review/critics.ts"
export { selfCorrectionMachine } from "./self_correction/machine/machine.ts"
export { dueStep } from "./self_correction/machine/due.ts"
export type { SelfCorrectionState, StepInput, StepOutcome } from "./self_correction/machine/setup.ts"
export { selfCorrectionTools } from "./self_correction/tools/tools.ts"
export { applyEdits, type EditOptions } from "./self_correction/steps/apply_edits.ts"
export { type DifferentialOptions, runDifferential } from "./self_correction/steps/differential.ts"
export { fixBranch } from "./self_correction/steps/fix_branch.ts"
export { FixError, type FixErrorKind } from "./self_correction/steps/fix_error.ts"
export { type MadeFix, makeFix, type MakeFixOptions } from "./self_correction/steps/make_fix.ts"
export { proposeEditsWith, type ProposeOptions } from "./self_correction/steps/propose_edits.ts"
export { proposeTestWith } from "./self_correction/steps/propose_test.ts"
export { runTest, type RunTestOptions, type TestRun } from "./self_correction/steps/run_test.ts"
export { writeRegressionTest, type WriteTestOptions } from "./self_correction/steps/write_test.ts"
export type {
  EditHunk,
  FixContext,
  ProposedTest,
  ProposeEdits,
  ProposeTest,
  ReviewContext,
  ReviewFix,
} from "./self_correction/settings.ts"
