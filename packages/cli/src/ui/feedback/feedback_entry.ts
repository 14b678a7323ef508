import type { InboxEntry, RowAction } from "@proofloop/cockpit"
import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import type { InboxItem } from "@proofloop/jobs"
import type { FeedbackStore } from "@proofloop/self-correction"
import { newestApproval } from "../newest_approval.ts"
import { feedbackActions } from "./feedback_actions.ts"
import type { FeedbackPlace } from "./feedback_place.ts"

export async function feedbackEntry(
  { row_id, since, why, text }: InboxItem,
  store: FeedbackStore,
  place: FeedbackPlace,
): Promise<InboxEntry> {
  const tone = why === "alarm" || why === "failed" || why === "away" ? "bad" : "warn"
  const common = { source: place.source, row_id, since, why, text, tone } as const
  if (row_id === null) return { ...common, title: "a service", action: WAIT }
  const row = await store.get(row_id)
  const approval = row.state === "awaiting-approval" ? await newestApproval(store, row_id) : null
  const [action = WAIT] = feedbackActions(row, { place, approval })
  const is_answered = approval !== null && approval.answer !== null
  return {
    ...common,
    title: cutCodePoints(oneLine(row.body), 200),
    action,
    ...(is_answered ? { why: "answered", text: `the plan is ${approval.answer}: it can go on` } : {}),
  }
}

const WAIT: RowAction = {
  name: "wait",
  label: "It mends itself",
  effect: "It is tried again by itself once it is back.",
  command: "",
  how: "none",
  seen: "",
}
