import type { Feedback, FeedbackState, Notice } from "./feedback.ts"

interface StepRule {
  /** The states whose rows may need the step. */
  readonly in: readonly FeedbackState[]
  /** Where it may lead, as far as the state has that transition; beside `failed`. */
  readonly to: readonly FeedbackState[]
  readonly isDue: (row: Feedback) => boolean
}

const always = () => true

const rules = {
  triage: { in: ["pending"], to: ["triaged", "rejected"], isDue: always },
  localise: { in: ["triaged"], to: [], isDue: ({ work }) => work.hits === undefined },
  plan: { in: ["triaged"], to: ["awaiting-approval", "in-fix"], isDue: always },
  request_approval: {
    in: ["awaiting-approval"],
    to: [],
    isDue: ({ work, refinement_round }) => work.approval?.round !== refinement_round,
  },
  await_approval: { in: ["awaiting-approval"], to: ["in-fix", "triaged", "rejected"], isDue: always },
  fix: { in: ["in-fix"], to: [], isDue: ({ work }) => work.fix === undefined },
  write_test: { in: ["in-fix"], to: [], isDue: ({ work }) => work.test === undefined },
  differential: { in: ["in-fix"], to: [], isDue: ({ work }) => work.differential === undefined },
  review: { in: ["in-fix"], to: [], isDue: ({ work }) => work.review === undefined },
  publish: { in: ["in-fix"], to: ["fix-pr-open"], isDue: always },
  notify: {
    in: ["fix-pr-open", "regression-alarm", "verified", "rejected", "failed"],
    to: [],
    isDue: (row) => !isTold(row),
  },
  await_merge: {
    in: ["fix-pr-open", "regression-alarm"],
    to: ["rejected"],
    // Nothing is merged, or nothing beyond the commit on which the test is red.
    isDue: ({ work }) => work.merged_commit === work.alarm_commit,
  },
  verify_merge: {
    in: ["fix-pr-open", "regression-alarm"],
    to: ["verified", "regression-alarm"],
    isDue: always,
  },
  // A row stays open as long as what its sender is to be told may still reach them.
  close: {
    in: ["verified", "rejected"],
    to: ["closed"],
    isDue: (row) => deferredNotices(row).length === 0,
  },
} as const satisfies Readonly<Record<string, StepRule>>

export type StepName = keyof typeof rules

/** The steps of the loop by name; of those of a state the first one that is due is taken. @requirement self-correction.steps */
export const feedbackSteps: Readonly<Record<StepName, StepRule>> = rules

export const stepNames = Object.keys(rules) as readonly StepName[]

/**
 * The step a row needs next, from its state and from which products are in `work`; null when only a person, or a later
 * look, can move it. Pure: after a crash the row leads to the same step. @requirement self-correction.steps
 */
export function dueStep(row: Feedback): StepName | null {
  const isNext = (name: StepName) =>
    feedbackSteps[name].in.includes(row.state) && feedbackSteps[name].isDue(row)
  return stepNames.find(isNext) ?? null
}

/** The name of the message that belongs to the state of a row: one for each pull request and failure, one for any other state. */
export function messageKey({ state, work }: Feedback): string | null {
  if (state === "failed") return `failed-${work.failures ?? 0}`
  if (state === "fix-pr-open") return `opened-${work.pull_request?.number ?? 0}`
  return state === "regression-alarm" || state === "verified" || state === "rejected" ? state : null
}

/** Messages that a later try may bring to where they belong. */
export function deferredNotices({ work }: Feedback): readonly Notice[] {
  return (work.notices ?? []).filter(isDeliverable)
}

/** Not when there is no place for it, or enough was tried. */
export function isDeliverable({ reason }: Notice): boolean {
  return !["no-context-url", "unknown-context", "given up"].some((final) => reason.startsWith(final))
}

function isTold(row: Feedback): boolean {
  const key = messageKey(row)
  return key === null || (row.work.told ?? []).includes(key)
}
