import type { StepName } from "../settings/settings.ts"
import { awaitApproval, requestApproval } from "./approval.ts"
import { differential, fix, writeTest } from "./fix.ts"
import { awaitMerge, close } from "./merge.ts"
import { notifyStep } from "./notify.ts"
import { localiseStep, plan } from "./plan.ts"
import { publish, verifyMergeStep } from "./publish.ts"
import { review } from "./review.ts"
import type { DriveStep } from "./step.ts"
import { triage } from "./triage.ts"

/** What fills the slots of the machine. */
export const drive_steps: Readonly<Record<StepName, DriveStep>> = {
  triage,
  localise: localiseStep,
  plan,
  request_approval: requestApproval,
  await_approval: awaitApproval,
  fix,
  write_test: writeTest,
  differential,
  review,
  publish,
  notify: notifyStep,
  await_merge: awaitMerge,
  verify_merge: verifyMergeStep,
  close,
}
