import type { JsonObject } from "@proofloop/foundation/text"
import { createActor, fromPromise, toPromise } from "xstate"
import type { Feedback } from "../feedback/feedback.ts"
import { deferredNotices, dueStep } from "../machine/due.ts"
import { selfCorrectionMachine } from "../machine/machine.ts"
import type { SelfCorrectionState, StepInput, StepOutcome } from "../machine/setup.ts"
import { step_names, type StepName } from "../settings/settings.ts"
import { afterFailure } from "./failure.ts"
import type { SelfCorrectionSettings } from "./run_settings.ts"
import type { StepContext } from "./step.ts"
import { drive_steps } from "./steps.ts"

export interface DrivenRow extends SelfCorrectionState {
  readonly steps: readonly StepName[]
}

/**
 * Drives a claimed row from where it stands until it waits, fails, ends or a step stops it. Never rejects: `thrown` is what
 * could not be noted in the row.
 */
export async function driveRow(
  row: Feedback,
  settings: SelfCorrectionSettings,
  signal: AbortSignal,
): Promise<DrivenRow> {
  const steps: StepName[] = []
  const tell = (what: string, fields: JsonObject = {}): void => {
    settings.on_event({ type: `feedback.${what}`, feedback_id: row.id, ...fields })
  }
  const context: StepContext = { settings, signal, tell }
  const slots = step_names.map((name) => [
    name,
    fromPromise<StepOutcome, StepInput>(({ input }) => {
      steps.push(name)
      return takeStep(name, input.row, context)
    }),
  ])
  const actors = Object.fromEntries(slots) as NonNullable<
    Parameters<typeof selfCorrectionMachine.provide>[0]["actors"]
  >
  const before = await deliver(row, context, steps)
  if (before.next !== "on") return { ...before, steps }
  const actor = createActor(selfCorrectionMachine.provide({ actors }), { input: { row: before.row } })
  actor.start()
  return { ...(await toPromise(actor)), steps }
}

/** What could not be delivered before is tried once more; whatever else is due does not wait for it. */
async function deliver(row: Feedback, context: StepContext, steps: StepName[]): Promise<SelfCorrectionState> {
  if (deferredNotices(row).length === 0) return { row, next: "on", thrown: null }
  steps.push("notify")
  try {
    return { ...(await takeStep("notify", row, context)), thrown: null }
  } catch (thrown) {
    return { row, next: "stop", thrown }
  }
}

async function takeStep(name: StepName, row: Feedback, context: StepContext): Promise<StepOutcome> {
  const { atStep } = context.settings
  await atStep(name, "before", row.id)
  const outcome = await tryStep(name, row, context)
  await atStep(name, "after", row.id)
  return outcome
}

async function tryStep(name: StepName, row: Feedback, context: StepContext): Promise<StepOutcome> {
  // Nothing is told of a step that comes to nothing.
  const told: Array<Parameters<StepContext["tell"]>> = []
  const tell: StepContext["tell"] = (...event) => void told.push(event)
  try {
    context.signal.throwIfAborted()
    const outcome = await drive_steps[name](row, { ...context, tell })
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
