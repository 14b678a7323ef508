import type { JsonObject } from "@proofloop/foundation/text"
import type { Feedback, FeedbackState } from "../feedback/feedback.ts"
import type { StepOutcome } from "../machine/setup.ts"
import type { Change } from "../store/store.ts"
import type { SelfCorrectionSettings } from "./run_settings.ts"

/** What a step works with. */
export interface StepContext {
  readonly settings: SelfCorrectionSettings
  readonly signal: AbortSignal
  /** Tells the host `feedback.<what>` of this row, once the step is written. */
  readonly tell: (what: string, fields?: JsonObject) => void
}

/**
 * One step of a row: does its work, writes its product once it is whole, in one change with its note, and resolves to the
 * row after it. Taken again after a crash it must come to the same: its effects are looked for before they are made.
 */
export type DriveStep = (row: Feedback, context: StepContext) => Promise<StepOutcome>

/** Writes the product of a step; the row stays in its state. */
export async function keep({ settings }: StepContext, row: Feedback, change: Change): Promise<StepOutcome> {
  return { row: await settings.store.change(row.id, change), next: "on" }
}

/** The same, and the row goes to another state, in which nothing has failed yet. */
export async function moveTo(
  to: FeedbackState,
  context: StepContext,
  row: Feedback,
  change: Change,
): Promise<StepOutcome> {
  return keep(context, row, { attempts: 0, error: null, ...change, to })
}
