import type { JsonObject } from "@proofloop/foundation/text"
import type { Feedback } from "../feedback/feedback.ts"
import { dueStep, type StepName } from "../feedback/steps.ts"
import { awaitApproval, requestApproval } from "./approval.ts"
import { afterFailure } from "./failure.ts"
import { differential, fix, writeTest } from "./fix.ts"
import { type FollowedRow, followRow } from "./follow_row.ts"
import { awaitMerge, close } from "./merge.ts"
import { notifyStep } from "./notify.ts"
import { localiseStep, plan } from "./plan.ts"
import { publish, verifyMergeStep } from "./publish.ts"
import { review } from "./review.ts"
import type { SelfCorrectionSettings } from "./run_settings.ts"
import type { DriveStep, StepContext, StepOutcome } from "./step.ts"
import { triage } from "./triage.ts"

const driveSteps: Readonly<Record<StepName, DriveStep>> = {
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

/** Drives a claimed row from where it stands until it waits, fails, ends or a step stops it. Never rejects. */
export async function driveRow(
  row: Feedback,
  settings: SelfCorrectionSettings,
  signal: AbortSignal,
): Promise<FollowedRow> {
  const tell = (what: string, fields: JsonObject = {}): void => {
    settings.on_event({ type: `feedback.${what}`, feedback_id: row.id, ...fields })
  }
  const context: StepContext = { settings, signal, tell }
  return followRow(row, async (name, at) => {
    await settings.on_step?.(name, "before", row.id)
    const outcome = await tryStep(name, at, context)
    await settings.on_step?.(name, "after", row.id)
    return outcome
  })
}

async function tryStep(name: StepName, row: Feedback, context: StepContext): Promise<StepOutcome> {
  // Nothing is told of a step that comes to nothing.
  const told: Array<Parameters<StepContext["tell"]>> = []
  const tell: StepContext["tell"] = (...event) => void told.push(event)
  try {
    context.signal.throwIfAborted()
    const outcome = await driveSteps[name](row, { ...context, tell })
    // Else the row would be taken again without end.
    if (outcome.next === "on" && isSame(outcome.row, row, name)) throw new Error(`${name} came to nothing`)
    for (const event of told) context.tell(...event)
    return outcome
  } catch (error) {
    return await afterFailure(name, row, error, context)
  }
}

function isSame(after: Feedback, before: Feedback, name: StepName): boolean {
  return after.state === before.state && after.attempts === before.attempts && dueStep(after) === name
}
