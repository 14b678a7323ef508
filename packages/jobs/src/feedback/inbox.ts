import { type InboxItem, inboxOf } from "../inbox/inbox.ts"
import type { Feedback } from "./feedback.ts"
import type { FeedbackStore } from "./feedback_store.ts"
import { isDeliverable } from "./states.ts"

/** The outcome of a row of feedback: for a closed one how it ended, for any other its state. */
export function outcomeOf({ state, work }: Pick<Feedback, "state" | "work">): string {
  if (state !== "closed") return state
  if (work.rejection !== undefined) return "rejected"
  return work.merged_commit !== undefined && work.merged_commit === work.alarm_commit ? "alarmed" : "verified"
}

const STATES = ["pending", "awaiting-approval", "fix-pr-open", "regression-alarm", "failed"] as const

/**
 * What waits for a person, oldest first: feedback that no process has taken up, plans to approve, pull requests to merge or update, alarms, failures, and
 * missing services. Rejects with StoreError.
 * @requirement self-correction.approval
 */
export async function feedbackInbox(store: FeedbackStore): Promise<readonly InboxItem[]> {
  return inboxOf(store, STATES, (row) => {
    const { state, error, body, fix_pr_url, work } = row
    if (state === "pending") return { why: "new", text: body, action: "process" }
    if (state === "awaiting-approval") {
      return { why: "approval", text: work.plan?.proposed_change ?? body, action: "approve" }
    }
    if (state === "failed") return { why: "failed", text: error ?? body, action: "retry" }
    if (state === "regression-alarm") return { why: "alarm", text: error ?? body, action: "revert" }
    if (work.conflict !== undefined) {
      return { why: "conflict", text: `${fix_pr_url}: ${work.conflict.reason}`, action: "bring_up_to_date" }
    }
    const untold = work.notices?.some((notice) => !isDeliverable(notice)) ?? false
    return {
      why: untold ? "merge; its sender could not be reached" : "merge",
      text: fix_pr_url ?? body,
      action: "merge",
    }
  })
}
