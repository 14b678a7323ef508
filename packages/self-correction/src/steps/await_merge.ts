import { workOf } from "@proofloop/jobs"
import { type FeedbackStep, fetchBase, keep, moveTo } from "./step.ts"

/**
 * What became of the pull request: open, the row waits; closed unmerged, it is rejected; merged, its test is due on the merge.
 * A row in regression-alarm waits for the base branch to move on.
 */
export const awaitMergeStep: FeedbackStep = {
  name: "await_merge",
  needs: ["forge"],
  async run(row, context) {
    const { forge } = context.settings
    if (row.state === "regression-alarm") {
      const head = await fetchBase(context, row)
      if (head === row.work.merged_commit) return { row, next: "wait", wait: WAIT }
      return keep(context, row, {
        work: { merged_commit: head },
        note: { step: "await_merge", base_commit: head },
      })
    }
    const { pull_request } = workOf(row, "pull_request")
    const { number, state, merged_commit } = await forge.pulls.get(pull_request.number, context.signal)
    if (state === "open") return { row, next: "wait", wait: WAIT }
    if (state === "closed") {
      const rejection = `pull request ${number} was closed without being merged`
      context.tell("rejected", { reason: "closed", number })
      return moveTo("rejected", context, row, {
        work: { rejection },
        note: { step: "await_merge", rejection },
      })
    }
    if (merged_commit === null)
      throw new Error(`pull request ${number} is merged, but the forge knows no commit`)
    context.tell("merged", { number, commit: merged_commit })
    return keep(context, row, { work: { merged_commit }, note: { step: "await_merge", merged_commit } })
  },
}

const WAIT = { for: "merge", look_at: null, deadline: null } as const
