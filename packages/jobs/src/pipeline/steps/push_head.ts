import { git } from "@proofloop/foundation/git"
import { workOf } from "../../drive/step.ts"
import { fetchMissing } from "../../forge/fetch_missing.ts"
import { identityOf } from "../../forge/identity.ts"
import { keep, type RunContext, type RunOutcome } from "../context/context.ts"
import type { PipelineRun } from "../run.ts"
import type { RunTypes } from "../run_store.ts"
import { advanced } from "../tree/own_branch.ts"

/**
 * Puts a commit that builds on the head on the branch of the open pull request; CI is read anew. If somebody has
 * pushed meanwhile, their commit is the head, and ours is dropped. Rejects with ForgeError.
 */
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
    /** Counts once the commit is there, even before the row says so; its products are written as well. */
    readonly onPushed?: (() => Promise<RunTypes["change"]["work"]>) | undefined
  } & Pick<RunTypes["change"], "work" | "note">,
): Promise<RunOutcome> {
  const change = await context.part("push", async () => {
    const { settings, signal } = context
    const { forge, now } = settings
    const { branch, pull_request } = workOf(row, "branch", "pull_request")
    await fetchMissing(settings.forge, settings.root, [commit], signal)
    if (!(await advanced(settings, commit, branch, signal))) return followBranch(row, context, note)
    const identity = await identityOf(forge, { number: pull_request.number, head: branch }, commit, signal)
    const pushed_at = new Date(now()).toISOString()
    const later = await onPushed?.()
    const pushed = { ...headAt(commit, pushed_at), pull_request: { ...pull_request, identity } }
    return { work: { ...work, ...later, ...pushed }, note: { ...note, pushed: commit } }
  })
  return keep(context, row, change)
}

/** A push resets its CI, and what only a person could do. */
export function headAt(commit: string, pushed_at: string) {
  return { head: commit, pushed_at, ci: null, handed_over: null }
}

/** The branch as somebody has left it; due work at the head is decided anew. */
async function followBranch(
  row: PipelineRun,
  context: RunContext,
  note: RunTypes["change"]["note"],
): Promise<RunTypes["change"]> {
  const { settings, signal } = context
  const { forge, root, now } = settings
  const { branch, head } = workOf(row, "branch", "head")
  const tip = await forge.git.fetchBranch(root, branch, signal)
  if ((await git(root, ["merge-base", "--is-ancestor", head, tip])).exit_code !== 0)
    throw new Error(`${branch} is at ${tip.slice(0, 12)}, which does not build on ${head.slice(0, 12)}`)
  const work = { ...headAt(tip, new Date(now()).toISOString()), outdated: null, requests: null }
  return { work, note: { ...note, commit: null, followed: tip } }
}
