import { workOf } from "../../drive/step.ts"
import { lookAtPull } from "../../forge/look_at_pull.ts"
import type { PullRequest } from "../../forge/pulls.ts"
import type { Feedback } from "../feedback.ts"
import {
  type FeedbackContext,
  type FeedbackOutcome,
  type FeedbackStep,
  fetchBase,
  keep,
  moveTo,
} from "./step.ts"

/**
 * What became of the published pull request. Open: the row waits. Closed unmerged: it is rejected. Merged: its test
 * is due on the merge. One that conflicts with its base is rebased. A row in regression-alarm waits for the base
 * branch to move on.
 */
export const awaitMergeStep: FeedbackStep = {
  name: "await_merge",
  needs: ["forge"],
  async run(row, context) {
    if (row.state === "regression-alarm") {
      const head = await fetchBase(context, row)
      if (head === row.work.merged_commit) return { row, next: "wait", wait: WAIT }
      return keep(context, row, {
        work: { merged_commit: head },
        note: { step: "await_merge", base_commit: head },
      })
    }
    const { identity, number } = workOf(row, "pull_request").pull_request
    const { signal, settings } = context
    const life = await lookAtPull(identity, { ...settings, base: row.place?.base ?? settings.base, signal })
    if (life.state === "open") return whileOpen(row, context, life.pull)
    if (life.state === "closed") {
      context.tell("rejected", { reason: "closed", number })
      const note = { step: "await_merge", rejection: life.why }
      return moveTo("rejected", context, row, { work: { rejection: life.why }, note })
    }
    const { merged_commit } = life
    context.tell("merged", { number, commit: merged_commit })
    return keep(context, row, { work: { merged_commit }, note: { step: "await_merge", merged_commit } })
  },
}

const WAIT = { for: "merge", look_at: null, deadline: null } as const

/** A conflict is followed once for each commit of the base branch; a person's commits on the branch are theirs to move. */
async function whileOpen(
  row: Feedback,
  context: FeedbackContext,
  { mergeable, head_commit }: PullRequest,
): Promise<FeedbackOutcome> {
  if (mergeable !== "conflict") return { row, next: "wait", wait: WAIT }
  const base_commit = await fetchBase(context, row)
  if (row.work.conflict?.base_commit === base_commit) return { row, next: "wait", wait: WAIT }
  const is_ours = head_commit === row.work.pull_request?.identity.commit
  const reason = "somebody has put commits on its branch"
  const because = "conflict"
  return keep(context, row, {
    work: is_ours ? { outdated: { base_commit, because } } : { conflict: { base_commit, reason } },
    note: { step: "await_merge", base_commit, because },
  })
}
