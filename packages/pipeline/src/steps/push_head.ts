import { workOf } from "@proofloop/jobs"
import { identityOf } from "@proofloop/jobs/forge"
import { keep, type RunContext, type RunOutcome } from "../context/context.ts"
import type { PipelineRun } from "../run.ts"
import type { RunTypes } from "../run_store.ts"

/** Puts a commit that builds on the head on the branch of the open pull request; CI is read anew. Rejects with ForgeError. */
export async function pushHead(
  row: PipelineRun,
  context: RunContext,
  {
    commit,
    onPushed,
    work,
    note,
  }: {
    readonly commit: string
    /** Done once the commit is there, before the row says so; its products are written as well. */
    readonly onPushed?: (() => Promise<RunTypes["change"]["work"]>) | undefined
  } & Pick<RunTypes["change"], "work" | "note">,
): Promise<RunOutcome> {
  const { settings, signal } = context
  const { forge, root, now } = settings
  const { branch, pull_request } = workOf(row, "branch", "pull_request")
  await forge.git.push(root, commit, branch, signal)
  const identity = await identityOf(forge, { number: pull_request.number, head: branch }, commit, signal)
  const pushed_at = new Date(now()).toISOString()
  const later = await onPushed?.()
  const pushed = {
    head: commit,
    pushed_at,
    pull_request: { ...pull_request, identity },
    ci: null,
    handed_over: null,
  }
  return keep(context, row, { work: { ...work, ...later, ...pushed }, note: { ...note, pushed: commit } })
}
