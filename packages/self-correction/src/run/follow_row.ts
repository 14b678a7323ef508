import { type Feedback, TRANSITIONS } from "../feedback/feedback.ts"
import { deferredNotices, dueStep, feedbackSteps, type StepName } from "../feedback/steps.ts"
import type { StepOutcome } from "./step.ts"

export interface FollowedRow extends StepOutcome {
  readonly steps: readonly StepName[]
  /** What a step threw that is not noted in the row: a store that cannot be written, a host's hook, a forge that is away. */
  readonly thrown: unknown
}

/**
 * Takes the due step of a row, and of the row it leaves, until none is due, one waits or stops, or a row came to a state its
 * step does not lead to. What could not be delivered before is tried once more, first. Never rejects.
 */
export async function followRow(
  row: Feedback,
  take: (name: StepName, row: Feedback) => Promise<StepOutcome>,
): Promise<FollowedRow> {
  const steps: StepName[] = []
  let outcome: StepOutcome = { row, next: "on" }
  let due = deferredNotices(row).length === 0 ? dueStep(row) : "notify"
  while (due !== null) {
    steps.push(due)
    const before = outcome.row
    try {
      outcome = await take(due, before)
    } catch (thrown) {
      return { row: before, next: "stop", thrown, steps }
    }
    due = outcome.next === "on" && leadsTo(due, before, outcome.row) ? dueStep(outcome.row) : null
  }
  return { ...outcome, thrown: null, steps }
}

function leadsTo(step: StepName, { state: from }: Feedback, { state: to }: Feedback): boolean {
  const own = to === "failed" || feedbackSteps[step].to.includes(to)
  return to === from || (own && TRANSITIONS[from].includes(to))
}
