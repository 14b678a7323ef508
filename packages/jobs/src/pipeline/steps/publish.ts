import { git } from "@proofloop/foundation/git"
import { workOf } from "../../drive/step.ts"
import { FIX_BRANCH_PREFIX } from "../../forge/git.ts"
import { identityOf } from "../../forge/identity.ts"
import { openPull } from "../../forge/open_pull.ts"
import type { PullRequest } from "../../forge/pulls.ts"
import { baseOf, keep, moveTo, type RunContext, type RunStep } from "../context/context.ts"
import { markedPart } from "../publish/marked_part.ts"
import { pullRequestBody, runLine } from "../publish/pull_request_body.ts"
import { pullRequestTitle } from "../publish/pull_request_title.ts"
import type { PipelineRun } from "../run.ts"
import { advanced, firstBranch } from "../tree/own_branch.ts"
import { baseUpdates, besideBase } from "./base_updates.ts"

/** How often the head follows a base branch that keeps moving. */
const MAX_FOLLOWED = 3

/**
 * Pushes the commits and opens the pull request, whose branch is named by the plan. If another run has opened one for
 * the same plan, this run ends. A base branch that has moved on is followed first.
 */
export const publishStep: RunStep = {
  name: "publish",
  needs: ["forge"],
  async run(row, context) {
    const { settings, signal, tell } = context
    const { forge, root, now } = settings
    const { base_commit } = workOf(row, "base_commit")
    const base = await baseOf(context, row)
    const base_tip = await forge.git.fetchBranch(root, base, signal)
    const known = row.work.base_head ?? base_commit
    const followed = await baseUpdates(row, context)
    if (base_tip !== known && followed.length < MAX_FOLLOWED) {
      const outdated = { base_commit: base_tip, because: "moved" } as const
      return keep(context, row, { work: { outdated }, note: { step: "publish", base_moved: base_tip } })
    }
    const put = await putOnBranch(row, context)
    if ("other" in put) {
      const why = `${put.other} was opened for the same plan`
      tell("duplicate", { url: put.other })
      return moveTo("done", context, row, {
        work: { ending: { how: "duplicate", why } },
        note: { step: "publish", why },
      })
    }
    const { branch, commit: published } = put
    const otherwise = "the base branch moves on too fast to be followed"
    const request = {
      head: branch,
      base,
      title: pullRequestTitle(row),
      body: markedPart(pullRequestBody(row, await besideBase(row, context, base_tip, otherwise))),
    }
    const pull = await openPull(forge.pulls, request, settings.draft, signal)
    const identity = await identityOf(forge, { number: pull.number, head: branch }, published, signal)
    tell("published", { number: pull.number, url: pull.url, draft: pull.draft })
    return moveTo("pr-open", context, row, {
      work: {
        branch,
        base_head: base_tip,
        head: published,
        pull_request: { number: pull.number, url: pull.url, identity },
        pushed_at: new Date(now()).toISOString(),
      },
      note: { step: "publish", branch, number: pull.number, url: pull.url, head: published },
    })
  },
}

type Put =
  /** The branch's commit: the head, or what somebody has added to it. */
  { readonly branch: string; readonly commit: string } | { readonly other: string }

/**
 * Puts the head on the branch that the plan names, so that another run of the same plan finds it. A finished branch,
 * or one with another machine's commits and no pull request, is left alone: the next number is taken.
 */
async function putOnBranch(row: PipelineRun, context: RunContext): Promise<Put> {
  const { settings, signal } = context
  const { plan_sha256, head } = workOf(row, "plan_sha256", "head")
  const name = `${FIX_BRANCH_PREFIX}plan-${plan_sha256.slice(0, 16)}`
  return firstBranch(name, async (branch): Promise<Put | null> => {
    const known = await ofPull(row, branch, context)
    if (known === "over") return null
    if (known !== null) return known
    if (await advanced(settings, head, branch, signal)) return { branch, commit: head }
    // Somebody was faster, and may have opened the pull request by now.
    const found = await ofPull(row, branch, context)
    return found === "over" ? null : found
  })
}

/** The outcome for a branch's existing pull request; null: there is none, or it is ours and nobody has added to it. */
async function ofPull(row: PipelineRun, branch: string, context: RunContext): Promise<Put | "over" | null> {
  const there = await context.settings.forge.pulls.find(branch, context.signal)
  if (there === null) return null
  if (there.state !== "open") return "over"
  if (!isOwn(row, there)) return { other: there.url }
  const commit = await addedBySomebody(row, there, context)
  return commit === null ? null : { branch, commit }
}

/** A pull request that this run has opened before it was killed. */
function isOwn({ id, work }: PipelineRun, { body, head_commit }: PullRequest): boolean {
  return head_commit === work.head || body.split(/\r?\n/).includes(runLine(id))
}

/** Its branch's commit when the head lacks it; null: nothing would be lost. */
async function addedBySomebody(
  { work: { head = "" } }: PipelineRun,
  { head_commit }: PullRequest,
  { settings, signal }: RunContext,
): Promise<string | null> {
  const { forge, root } = settings
  await forge.git.fetchCommit(root, head_commit, signal)
  const is_in = (await git(root, ["merge-base", "--is-ancestor", head_commit, head])).exit_code === 0
  return is_in ? null : head_commit
}
