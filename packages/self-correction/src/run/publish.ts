import { publishFix } from "../steps/publish.ts"
import { verifyMerge } from "../steps/verify_merge.ts"
import { minutesTaken } from "./earlier_minutes.ts"
import { type DriveStep, keep, moveTo, workOf } from "./step.ts"

/** The branch and its draft pull request; one that is there is taken. */
export const publish: DriveStep = async (row, context) => {
  const { settings, signal } = context
  const { plan, branch, test, differential, review } = workOf(
    row,
    "plan",
    "branch",
    "test",
    "differential",
    "review",
  )
  const pull_request = await publishFix({
    root: settings.root,
    forge: settings.forge,
    feedback: row,
    plan,
    base: settings.base,
    branch,
    test,
    differential,
    review: review.passes.length === 0 ? null : review,
    signal,
  })
  context.tell("published", { ...pull_request })
  return moveTo("fix-pr-open", context, row, {
    work: { pull_request },
    fix_pr_url: pull_request.url,
    note: { step: "publish", pr_number: pull_request.number, pr_url: pull_request.url },
  })
}

/**
 * The regression test on what was merged. Green: verified, with both memories in the same transaction. Anything else is an
 * alarm. @requirement self-correction.merge
 */
export const verifyMergeStep: DriveStep = async (row, context) => {
  const { root, forge, store, test_timeout_ms: timeout_ms } = context.settings
  const { merged_commit } = workOf(row, "merged_commit")
  const { signal } = context
  const verdict = await verifyMerge({ root, forge, feedback: row, merged_commit, timeout_ms, signal })
  const { regression_test_path } = verdict
  const note = { step: "verify_merge", merged_sha: merged_commit, regression_test_path }
  if (verdict.status === "verified") {
    context.tell("verified", { commit: merged_commit, regression_test_path })
    const minutes = await minutesTaken(store, row.id)
    const memories = verdict.memories.map((memory) =>
      memory.topic === "review_patterns" ? { ...memory, payload: { ...memory.payload, ...minutes } } : memory,
    )
    return moveTo("verified", context, row, { regression_test_path, memories, note })
  }
  const { outcome, exit_code, reason, output } = verdict
  const told = { commit: merged_commit, regression_test_path, outcome, reason: reason.slice(0, 300) }
  context.tell("regression_alarm", { severity: "critical", ...told })
  const change = {
    work: { alarm_commit: merged_commit },
    error: reason,
    note: { ...note, outcome, exit_code, reason, output },
  }
  // Another commit that is red is the same alarm.
  if (row.state === "regression-alarm") return keep(context, row, change)
  return moveTo("regression-alarm", context, row, change)
}
