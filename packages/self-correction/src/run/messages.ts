import { inMarkdown } from "@proofloop/foundation/text"
import { promptLine } from "@proofloop/stdlib/llm"
import type { Feedback, Notice } from "../feedback/feedback.ts"
import { messageKey } from "../machine/due.ts"

/** What the sender of a feedback is told of the state it is in; null where there is nothing to say, or it was said. */
export function messageOf(row: Feedback): Notice | null {
  const key = messageKey(row)
  if (key === null || (row.work.told ?? []).includes(key)) return null
  // What went wrong is said where somebody sees it.
  const is_bad = row.state === "regression-alarm" || row.state === "failed"
  const context_url = row.context_url ?? (is_bad ? row.fix_pr_url : null)
  return { key, body: bodyOf(row), context_url, reason: "" }
}

function bodyOf(row: Feedback): string {
  const { id, state, fix_pr_url, regression_test_path, work } = row
  const name = `Feedback \`${id}\``
  const test = `its regression test \`${promptLine(regression_test_path ?? "").replaceAll("`", "'")}\``
  switch (state) {
    case "fix-pr-open":
      return `${name}: a fix is proposed in ${fix_pr_url}. It is a draft; a person decides about it.`
    case "verified":
      return `${name} is fixed: ${test} passes on ${work.merged_commit}.`
    case "regression-alarm":
      return `**Regression alarm**, severity critical. ${name}: ${test} does not pass on ${work.alarm_commit}, after ${fix_pr_url} was merged: ${said(row.error)}`
    case "failed":
      return `${name} failed and waits for a person to take it up again: ${said(row.error)}`
    default:
      return `${name} is not taken up: ${said(work.rejection ?? null)}`
  }
}

function said(text: string | null): string {
  return inMarkdown(promptLine(text ?? "no reason was given", 1000), 2000)
}
