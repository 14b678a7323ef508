import { type InboxItem, inboxOf } from "../inbox/inbox.ts"
import type { PipelineRun, RunState } from "./run.ts"
import type { RunStore } from "./run_store.ts"

const STATES: readonly RunState[] = ["awaiting-approval", "pr-open", "alarm", "failed"]

/** Why a run needs a person, and the one action to take; null for no reason. */
export function neededFor({
  state,
  error,
  url,
  work,
}: PipelineRun): Pick<InboxItem, "why" | "text" | "action"> | null {
  const pull = work.pull_request?.url ?? url
  if (state === "awaiting-approval")
    return { why: "approval", text: `the plan for ${url}`, action: "approve" }
  if (state === "failed") return { why: "failed", text: error ?? url, action: "resume" }
  if (state === "alarm") return { why: "alarm", text: alarmText(work), action: "revert" }
  if (state !== "pr-open") return null
  if (work.gone !== undefined) return { why: "gone", text: `${pull}: ${work.gone.why}`, action: "look_up" }
  if (work.handed_over !== undefined && work.handed_over.head === work.head)
    return { why: "handed over", text: `${pull}: ${work.handed_over.why}`, action: "take_over" }
  if (work.ci?.head === work.head && work.ci?.state === "red")
    return { why: "red CI", text: `${pull}: ${work.ci.why}`, action: "take_over" }
  return { why: "merge", text: pull, action: "merge" }
}

function alarmText({ verification, revert }: PipelineRun["work"]): string {
  const failing = verification?.failing.slice(0, 3).join(", ") ?? ""
  const draft =
    revert === undefined
      ? ""
      : "url" in revert
        ? `; the draft that takes it back: ${revert.url}`
        : `; ${revert.problem}`
  return `after the merge the check fails: ${failing}${draft}`
}

/** What waits for a person, oldest first: plans, pull requests, alarms, failures, services. Rejects with StoreError. */
export async function pipelineInbox(store: RunStore): Promise<readonly InboxItem[]> {
  return inboxOf(store, STATES, neededFor)
}
