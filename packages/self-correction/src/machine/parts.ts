import type { FeedbackState } from "../feedback/feedback.ts"
import type { StepName } from "../settings/settings.ts"
import type { StepOutcome } from "./setup.ts"

/** Follows the row to a state of its own. */
export function to(state: FeedbackState) {
  return {
    guard: { type: "is_in" as const, params: state },
    target: `#feedback.${state_nodes[state]}` as const,
  }
}

/** Ends here for now when the row waits, a step failed, or nothing is due. */
export function held(state: FeedbackState) {
  return { guard: { type: "is_held" as const, params: state }, target: "#feedback.held" as const }
}

/** Takes a step when it is due. */
export function due(state: FeedbackState, step: StepName, target: string) {
  return { guard: { type: "is_due" as const, params: { state, step } }, target }
}

/** A step in its slot: the row it leaves is looked at anew. */
export function take<Step extends StepName>(src: Step) {
  return {
    src,
    input: ({ context }: { context: StepOutcome }) => ({ row: context.row }),
    onDone: {
      target: "choosing",
      actions: {
        type: "take" as const,
        params: ({ event }: { event: { output: StepOutcome } }) => event.output,
      },
    },
    onError: {
      target: "#feedback.held",
      actions: {
        type: "note_thrown" as const,
        params: ({ event }: { event: { error: unknown } }) => event.error,
      },
    },
  }
}

const state_nodes = {
  pending: "pending",
  triaged: "triaged",
  "awaiting-approval": "awaiting_approval",
  "in-fix": "in_fix",
  "fix-pr-open": "fix_pr_open",
  verified: "verified",
  "regression-alarm": "regression_alarm",
  rejected: "rejected",
  failed: "failed",
  closed: "closed",
} as const satisfies Readonly<Record<FeedbackState, string>>
