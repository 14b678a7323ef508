import { dueStep as due, followers, type JobTable } from "../table/table.ts"
import { type Feedback, FEEDBACK_STATES, type FeedbackState, type Notice } from "./feedback.ts"

const hasTold = (row: Feedback): boolean => {
  const key = messageKey(row)
  return key === null || (row.work.told ?? []).includes(key)
}

/**
 * The loop as data: the steps in their order, when each is due and where it leads, and what only a person does.
 * @requirement self-correction.states, self-correction.steps
 */
export const feedbackTable = {
  states: FEEDBACK_STATES,
  steps: {
    triage: { from: { pending: ["triaged", "rejected"] } },
    localise: { from: { triaged: [] }, isDue: ({ work }) => work.hits === undefined },
    plan: { from: { triaged: ["awaiting-approval", "in-fix"] } },
    request_approval: {
      from: { "awaiting-approval": [] },
      isDue: ({ work, refinement_round }) => work.approval?.round !== refinement_round,
    },
    // A wish sends the row back to the draft of the plan.
    await_approval: { from: { "awaiting-approval": ["in-fix", "triaged", "rejected"] } },
    fix: { from: { "in-fix": [] }, isDue: ({ work }) => work.fix === undefined },
    write_test: { from: { "in-fix": [] }, isDue: ({ work }) => work.test === undefined },
    // Only where the fix has to follow the base branch.
    rebase: { from: { "in-fix": [], "fix-pr-open": [] }, isDue: ({ work }) => work.outdated !== undefined },
    differential: { from: { "in-fix": [] }, isDue: ({ work }) => work.differential === undefined },
    review: { from: { "in-fix": [] }, isDue: ({ work }) => work.review === undefined },
    publish: { from: { "in-fix": ["fix-pr-open"] } },
    notify: {
      from: { "fix-pr-open": [], "regression-alarm": [], verified: [], rejected: [], failed: [] },
      isDue: (row) => !hasTold(row),
    },
    await_merge: {
      from: { "fix-pr-open": ["rejected"], "regression-alarm": [] },
      // No merge yet, or no commit after the one on which the test is red.
      isDue: ({ work }) => work.merged_commit === work.alarm_commit,
    },
    verify_merge: {
      from: { "fix-pr-open": ["verified", "regression-alarm"], "regression-alarm": ["verified"] },
    },
    // A row stays open while a message to its sender may still be delivered.
    close: {
      from: { verified: ["closed"], rejected: ["closed"] },
      isDue: (row) => deferredNotices(row).length === 0,
    },
  },
  decisions: {
    give_up: {
      pending: ["rejected"],
      triaged: ["rejected"],
      "in-fix": ["rejected"],
      failed: ["rejected", "closed"],
      "regression-alarm": ["closed"],
    },
  },
  failing: ["pending", "triaged", "awaiting-approval", "in-fix", "fix-pr-open"],
} as const satisfies JobTable<Feedback, FeedbackState>

export type StepName = keyof (typeof feedbackTable)["steps"]

export const stepNames = Object.keys(feedbackTable.steps) as readonly StepName[]

/** Every existing transition; the store refuses any other. @requirement self-correction.states */
export const transitions: Readonly<Record<FeedbackState, readonly FeedbackState[]>> = followers(feedbackTable)

/** The step a row needs next; null when only a person, or a later look, can move it. @requirement self-correction.steps */
export function dueStep(row: Feedback): StepName | null {
  return due<Feedback, StepName>(feedbackTable, row)
}

/** The name of the message for a row's state: one for each pull request, conflict and failure, one for any other state. */
export function messageKey({ state, work }: Feedback): string | null {
  if (state === "failed") return `failed-${work.failures ?? 0}`
  if (state === "fix-pr-open" && work.conflict !== undefined) return `conflict-${work.conflict.base_commit}`
  if (state === "fix-pr-open") return `opened-${work.pull_request?.number ?? 0}`
  return state === "regression-alarm" || state === "verified" || state === "rejected" ? state : null
}

/** Messages that a later try may still deliver. */
export function deferredNotices({ work }: Feedback): readonly Notice[] {
  return (work.notices ?? []).filter(isDeliverable)
}

/** False without a destination, or after enough tries. */
export function isDeliverable({ reason }: Notice): boolean {
  return !["no-context-url", "unknown-context", "given up"].some((final) => reason.startsWith(final))
}
