import type { Feedback } from "@proofloop/jobs/feedback"
import type { Approval } from "@proofloop/jobs/internal"
import type { RowAction } from "../../cockpit/sources/row_line.ts"
import { shellWord } from "../../terminal/text.ts"
import { planAnswers } from "../plan_answers.ts"
import type { FeedbackPlace } from "./feedback_place.ts"

/** What a person can do about a row of feedback, the likeliest first. `approval`: the newest request. */
export function feedbackActions(
  row: Feedback,
  { place, approval }: { readonly place: FeedbackPlace; readonly approval: Approval | null },
): readonly RowAction[] {
  const { state, work, revision } = row
  const seen = `revision ${revision}`
  const own = (verb: string, ...more: readonly string[]) => ownCommand(place, verb, row.id, ...more)
  if (state === "awaiting-approval" && approval !== null && approval.answer === null)
    return planAnswers(approval, own, {
      approve: "The fix may be made, with its test, and proposed as a draft pull request. Nothing is merged.",
      reject: "The row ends without any change, and its sender is told why.",
    })
  const retry = state === "failed"
  const process: RowAction = {
    name: retry ? "retry" : "process",
    label: retry ? "Try again" : "Go on",
    effect: `A process of proofloop ${retry ? "takes the step again that failed" : "takes the steps that are due"}. It may ask models.`,
    command: own("process", ...(retry ? ["--retry"] : [])),
    how: "start",
    seen,
  }
  const pull = work.revert ?? work.pull_request
  const open: RowAction | null =
    pull === undefined
      ? null
      : {
          name: "open",
          label: `Open pull request ${pull.number}`,
          effect:
            state === "regression-alarm"
              ? "You merge the draft that takes the fix back, or mend the base branch. After that verify runs the test again."
              : "You merge it, or close it, on its forge. After that the test runs on what was merged.",
          command: own("verify"),
          how: "open",
          href: pull.url,
          seen,
        }
  if (state === "regression-alarm") {
    const revert: RowAction = {
      name: "revert",
      label: "Open a draft that takes it back",
      effect: "A process of proofloop opens a draft pull request that reverts the merge. Nothing is merged.",
      command: own("revert"),
      how: "start",
      seen,
    }
    return work.revert === undefined || open === null ? [revert] : [open]
  }
  if (state === "fix-pr-open") return open === null ? [] : [open]
  return state === "closed" || state === "rejected" || state === "verified" ? [] : [process]
}

export function ownCommand({ file, root }: FeedbackPlace, ...words: readonly string[]): string {
  const where = root === null ? ["--store", file] : ["--repo", root]
  return ["npx proofloop feedback", ...[...words, ...where].map(shellWord)].join(" ")
}
