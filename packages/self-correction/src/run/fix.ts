import { atCommit, diffBetween } from "@proofloop/foundation/git"
import type { Feedback } from "../feedback/feedback.ts"
import type { StepName } from "../feedback/steps.ts"
import type { FixContext } from "../settings/settings.ts"
import { runDifferential } from "../steps/differential.ts"
import { editablePaths } from "../steps/edit_reply.ts"
import { fixBranch } from "../steps/fix_branch.ts"
import { FixError } from "../steps/fix_error.ts"
import { makeFix } from "../steps/make_fix.ts"
import { proposeEditsWith } from "../steps/propose_edits.ts"
import { proposeTestWith } from "../steps/propose_test.ts"
import { writeRegressionTest } from "../steps/write_test.ts"
import { type Redo, refute } from "./failure.ts"
import { reasonsTooLarge } from "./fix_size.ts"
import { type DriveStep, fetchBase, keep, type StepContext, workOf } from "./step.ts"

/** The edits, on the fix branch alone, from what the base branch is now. */
export const fix = orRefuted("fix", "fix", async (row, context) => {
  const { settings } = context
  const { plan, hits } = workOf(row, "plan", "hits")
  const base_commit = await fetchBase(context)
  const branch = fixBranch(row.id)
  const propose = settings.propose_edits ?? proposeEditsWith(settings.modelFor("fix"), settings)
  const edits = await inTreeOf(row, base_commit, context, propose)
  const editable_paths = editablePaths(plan, hits)
  const made = await makeFix({ root: settings.root, base_commit, branch, edits, plan, editable_paths })
  // The approver of a plan has seen what it is about.
  const is_approved = row.work.approval !== undefined
  const too_large = is_approved ? [] : await reasonsTooLarge(settings, plan, { base_commit, ...made })
  if (too_large.length > 0) {
    const reason = `nobody approved so large a change, which was planned smaller: ${too_large.join("; ")}`
    return refute("fix", row, context, { reasons: [reason], redo: "fix" })
  }
  const told = { commit: made.commit, files: made.files_edited.length }
  context.tell("fixed", told)
  const note = { step: "fix", branch, base_commit, ...told }
  return keep(context, row, { work: { base_commit, branch, fix: made }, note })
})

/** The regression test, on top of the fix. */
export const writeTest = orRefuted("write_test", "test", async (row, context) => {
  const { settings } = context
  const { base_commit, branch, fix: made } = workOf(row, "base_commit", "branch", "fix")
  const diff = await diffBetween(settings.root, base_commit, made.commit)
  const propose = settings.propose_test ?? proposeTestWith(settings.modelFor("test"), settings)
  const test = await inTreeOf(row, made.commit, context, (given) => propose({ ...given, diff }))
  const { root, test_command } = settings
  const written = await writeRegressionTest({ root, branch, fix_commit: made.commit, test, test_command })
  context.tell("test_written", { path: written.path, commit: written.commit })
  const note = { step: "write_test", ...written }
  return keep(context, row, { work: { test: written }, regression_test_path: written.path, note })
})

/**
 * The test on both commits. Only a test that fails without the fix and passes with it goes on.
 * @requirement self-correction.differential
 */
export const differential = orRefuted("differential", "test", async (row, context) => {
  const { settings, signal } = context
  const { base_commit, test } = workOf(row, "base_commit", "test")
  const { root, test_timeout_ms: timeout_ms } = settings
  const sides = { root, base_commit, fix_commit: test.commit, test, timeout_ms, signal }
  const ran = await runDifferential(sides)
  const { verified, base, fix: fixed, reason } = ran
  const told = { verified, base: base.outcome, fix: fixed.outcome, reason: reason.slice(0, 300) }
  context.tell("differential", told)
  if (verified) {
    return keep(context, row, { work: { differential: ran }, note: { step: "differential", ...told } })
  }
  // A test that does not fail without the fix says nothing about it.
  const redo = base.outcome === "fail" ? "fix" : "test"
  const { output } = redo === "fix" ? fixed : base
  return refute("differential", row, context, { reasons: [`${reason}\n${output}`.trim()], redo })
})

/** What was proposed and is no good counts as refuted; anything else is thrown on. */
function orRefuted(step: StepName, redo: Redo, work: DriveStep): DriveStep {
  return async (row, context) => {
    try {
      return await work(row, context)
    } catch (error) {
      if (!(error instanceof FixError) || !error.is_retryable) throw error
      return refute(step, row, context, { reasons: [error.message], redo })
    }
  }
}

async function inTreeOf<Result>(
  row: Feedback,
  commit: string,
  { settings, signal }: StepContext,
  work: (given: FixContext) => Promise<Result>,
): Promise<Result> {
  const { plan, hits } = workOf(row, "plan", "hits")
  const refutations = row.work.refutations ?? []
  return atCommit(settings.root, commit, (root) =>
    work({ root, feedback: row, plan, hits, refutations, signal }),
  )
}
