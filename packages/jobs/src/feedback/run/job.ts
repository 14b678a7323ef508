import { type Fault, faultOf, isFinal } from "../../drive/fault.ts"
import type { Job } from "../../drive/job.ts"
import { requireSpace } from "../../drive/space.ts"
import type { Feedback } from "../feedback.ts"
import type { FeedbackTypes } from "../feedback_store.ts"
import type { SelfCorrectionSettings } from "../settings.ts"
import { deferredNotices, feedbackTable, type StepName } from "../states.ts"
import { awaitApprovalStep } from "../steps/await_approval.ts"
import { awaitMergeStep } from "../steps/await_merge.ts"
import { closeStep } from "../steps/close.ts"
import { differentialStep } from "../steps/differential.ts"
import { fixStep } from "../steps/fix.ts"
import { bringCommits } from "../steps/fix_branch.ts"
import { FixError, PublishError } from "../steps/fix_error.ts"
import { localiseStep } from "../steps/localise.ts"
import { notifyStep } from "../steps/notify.ts"
import { planStep } from "../steps/plan.ts"
import { publishStep } from "../steps/publish.ts"
import { rebaseStep } from "../steps/rebase.ts"
import { requestApprovalStep } from "../steps/request_approval.ts"
import { reviewStep } from "../steps/review.ts"
import { failing, type FeedbackStep } from "../steps/step.ts"
import { triageStep } from "../steps/triage.ts"
import { verifyMergeStep } from "../steps/verify_merge.ts"
import { writeTestStep } from "../steps/write_test.ts"

const feedbackSteps: Readonly<Record<StepName, FeedbackStep>> = {
  triage: triageStep,
  localise: localiseStep,
  plan: planStep,
  request_approval: requestApprovalStep,
  await_approval: awaitApprovalStep,
  fix: fixStep,
  write_test: writeTestStep,
  rebase: rebaseStep,
  differential: differentialStep,
  review: reviewStep,
  publish: publishStep,
  notify: notifyStep,
  await_merge: awaitMergeStep,
  verify_merge: verifyMergeStep,
  close: closeStep,
}

export type FeedbackJob = Job<FeedbackTypes, StepName, SelfCorrectionSettings>

export function feedbackJob(settings: SelfCorrectionSettings): FeedbackJob {
  const { store, max_attempts, on_step } = settings
  return {
    noun: "feedback",
    table: feedbackTable,
    steps: feedbackSteps,
    store,
    settings,
    nameOf: (environment, step, row) => nameOf(settings, environment, step, row),
    max_attempts,
    async before(row, signal) {
      await requireSpace(settings.root)
      await bringCommits(settings, row, signal)
    },
    // Undelivered messages are tried once more, before anything else.
    first: (row) => (deferredNotices(row).length === 0 ? null : "notify"),
    failing,
    faultOf: (thrown) =>
      thrown instanceof FixError && thrown.kind === "environment"
        ? { environment: "runner", retry_after_ms: null, is_doubtful: thrown.is_told_by_test }
        : ofAllRows(faultOf(thrown)),
    isFinal: (thrown) =>
      isFinal(thrown) ||
      thrown instanceof PublishError ||
      (thrown instanceof FixError && !thrown.is_retryable),
    on_event(what, feedback_id, fields) {
      settings.on_event({ type: `feedback.${what}`, feedback_id, ...fields })
    },
    on_step,
  }
}

/** All rows of a loop are of one repository, so what hides it from one hides it from all. */
function ofAllRows(fault: Fault | null): Fault | null {
  return fault === null ? null : { ...fault, is_of_row: false }
}

function nameOf(
  settings: SelfCorrectionSettings,
  environment: Parameters<FeedbackJob["nameOf"]>[0],
  step: StepName,
  { work: { test } }: Feedback,
): string {
  if (environment === "forge") return settings.forge.name
  // A missing runner blocks only the tests that need it.
  if (environment === "runner") return test?.command.replaceAll(test.path, "").trim() || "tests"
  if (environment === "budget") return "budget"
  const model = settings.modelFor(MODEL_STEPS[step] ?? "fix")
  return [model.provider, model.model_name].filter((name) => name !== undefined).join(" ") || "model"
}

const MODEL_STEPS: Partial<Record<StepName, "triage" | "plan" | "fix" | "test">> = {
  triage: "triage",
  plan: "plan",
  fix: "fix",
  write_test: "test",
}
