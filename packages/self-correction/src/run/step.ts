import type { JsonObject } from "@proofloop/foundation/text"
import type { Feedback, FeedbackState, FixWork } from "../feedback/feedback.ts"
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
 * What a step came to. `on`: go on with what is due next. `wait`: a person, a merge or a later look has to move it. `stop`:
 * the step failed or was interrupted; the row says how often and why.
 */
export interface StepOutcome {
  /** As it is in the store now. */
  readonly row: Feedback
  readonly next: "on" | "wait" | "stop"
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

/** Products of earlier steps. Throws when one is missing, which only a row that was changed by hand lacks. */
export function workOf<Key extends keyof FixWork>(
  { work }: Feedback,
  ...keys: readonly Key[]
): { readonly [Name in Key]: NonNullable<FixWork[Name]> } {
  const missing = keys.find((key) => work[key] === undefined)
  if (missing !== undefined) throw new Error(`the row has no ${missing}; an earlier step was skipped`)
  return work as { readonly [Name in Key]: NonNullable<FixWork[Name]> }
}

/** The commit the forge has on the base branch now, brought into the repository. */
export async function fetchBase({
  settings,
  signal,
}: Pick<StepContext, "settings" | "signal">): Promise<string> {
  return settings.forge.git.fetchBranch(settings.root, settings.base, signal)
}
