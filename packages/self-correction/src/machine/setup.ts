import { assign, fromPromise, setup } from "xstate"
import type { Feedback, FeedbackState } from "../feedback/feedback.ts"
import type { StepName } from "../settings/settings.ts"
import { dueStep } from "./due.ts"

/**
 * What a step came to. `on`: go on with what is due next. `wait`: a person, a merge or a later look has to move it. `stop`:
 * the step failed or was interrupted; the row says how often and why.
 */
export interface StepOutcome {
  /** As it is in the store now. */
  readonly row: Feedback
  readonly next: "on" | "wait" | "stop"
}

export interface SelfCorrectionState extends StepOutcome {
  /** What a step threw that is not noted in the row: a store that cannot be written, a host's hook, a forge that is away. */
  readonly thrown: unknown
}

export interface StepInput {
  readonly row: Feedback
}

function unfilled(): Promise<never> {
  return Promise.reject(
    new Error("the machine was started without its actors; createSelfCorrection provides them"),
  )
}

const slot = () => fromPromise<StepOutcome, StepInput>(unfilled)

/** The vocabulary of the self-correction machine: a slot for each step, guards over the row alone. */
export const machineSetup = setup({
  types: {
    context: {} as SelfCorrectionState,
    input: {} as StepInput,
    output: {} as SelfCorrectionState,
  },
  actors: {
    triage: slot(),
    localise: slot(),
    plan: slot(),
    request_approval: slot(),
    await_approval: slot(),
    fix: slot(),
    write_test: slot(),
    differential: slot(),
    review: slot(),
    publish: slot(),
    notify: slot(),
    await_merge: slot(),
    verify_merge: slot(),
    close: slot(),
  } satisfies Readonly<Record<StepName, unknown>>,
  actions: {
    take: assign((_scope, { row, next }: StepOutcome) => ({ row, next })),
    note_thrown: assign((_scope, thrown: unknown) => ({ next: "stop" as const, thrown })),
  },
  guards: {
    is_in: ({ context }, state: FeedbackState) => context.row.state === state,
    is_due: ({ context }, { state, step }: { readonly state: FeedbackState; readonly step: StepName }) =>
      context.next === "on" && context.row.state === state && dueStep(context.row) === step,
    /** Also when the row came to a state that this one does not lead to; the store refuses that before. */
    is_held: ({ context }, state: FeedbackState) =>
      context.next !== "on" || context.row.state !== state || dueStep(context.row) === null,
  },
})
