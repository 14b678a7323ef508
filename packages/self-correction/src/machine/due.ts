import type { Feedback, FeedbackState, Notice } from "../feedback/feedback.ts"
import type { StepName } from "../settings/settings.ts"

/**
 * The step a row needs next, from its state and from which products are in `work`; null when only a person, or a later
 * look, can move it. Pure: after a crash the row leads to the same step. @requirement self-correction.steps
 */
export function dueStep(row: Feedback): StepName | null {
  return due[row.state](row)
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

const due: Readonly<Record<FeedbackState, (row: Feedback) => StepName | null>> = {
  pending: () => "triage",
  triaged: ({ work }) => (work.hits === undefined ? "localise" : "plan"),
  "awaiting-approval": ({ work, refinement_round }) =>
    work.approval?.round === refinement_round ? "await_approval" : "request_approval",
  "in-fix": ({ work }) => {
    if (work.fix === undefined) return "fix"
    if (work.test === undefined) return "write_test"
    if (work.differential === undefined) return "differential"
    return work.review === undefined ? "review" : "publish"
  },
  "fix-pr-open": (row) => {
    if (!isTold(row)) return "notify"
    return row.work.merged_commit === undefined ? "await_merge" : "verify_merge"
  },
  "regression-alarm": (row) => {
    if (!isTold(row)) return "notify"
    return row.work.merged_commit === row.work.alarm_commit ? "await_merge" : "verify_merge"
  },
  verified: closing,
  rejected: closing,
  failed: (row) => (isTold(row) ? null : "notify"),
  closed: () => null,
}

/** A row stays open as long as what its sender is to be told may still reach them. */
function closing(row: Feedback): StepName | null {
  if (!isTold(row)) return "notify"
  return deferredNotices(row).length === 0 ? "close" : null
}

function isTold(row: Feedback): boolean {
  const key = messageKey(row)
  return key === null || (row.work.told ?? []).includes(key)
}
