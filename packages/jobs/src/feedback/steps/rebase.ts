import { atCommit, git, requireGit } from "@proofloop/foundation/git"
import { workOf } from "../../drive/step.ts"
import { conflictsIn } from "../../forge/conflicts.ts"
import type { Git } from "../../forge/git.ts"
import { identityOf } from "../../forge/identity.ts"
import type { Feedback, FixWork } from "../feedback.ts"
import { runDifferential } from "./differential.ts"
import { fixBranch, keepCommit, moveFixBranch, resolveCommit } from "./fix_branch.ts"
import {
  type FeedbackContext,
  type FeedbackOutcome,
  type FeedbackStep,
  fetchBase,
  keep,
  refute,
} from "./step.ts"

/**
 * Moves the fix and its test onto the new base. Before publication, differential and review run again, and a fix that
 * no longer applies is refuted. The fix of an open pull request is pushed when its test still shows the fault there
 * and passes with it. Otherwise the row says why, and a person has to act.
 */
export const rebaseStep: FeedbackStep = {
  name: "rebase",
  needs: ["forge", "runner"],
  async run(row, context) {
    const { branch, fix, test } = workOf(row, "branch", "fix", "test")
    const base_commit = await fetchBase(context, row)
    const moved = await moveOnto(row, context, base_commit)
    const is_open = row.state === "fix-pr-open"
    if ("conflicts" in moved) {
      const reason = `the base branch has moved on, and the fix does not apply there any more: ${moved.conflicts}`
      context.tell("rebased", { base_commit, applies: false })
      return is_open
        ? giveToPerson(row, context, { base_commit, reason })
        : refute("rebase", row, context, { reasons: [`${reason} (${base_commit})`], redo: "fix" })
    }
    context.tell("rebased", { base_commit, applies: true, commit: moved.test })
    const work: Partial<FixWork> = {
      base_commit,
      branch,
      fix: { ...fix, commit: moved.fix },
      test: { ...test, commit: moved.test },
      rebases: (row.work.rebases ?? 0) + 1,
    }
    const note = { step: "rebase", base_commit, commit: moved.test }
    if (is_open) return pushMoved(row, context, { work, note })
    return keep(context, row, {
      work: { ...work, differential: null, review: null, outdated: null },
      note,
    })
  },
}

/** The commits of the fix and its test on another base; in words the files that conflict when they do not apply there. The fix branch moves with them. */
async function moveOnto(
  row: Feedback,
  context: FeedbackContext,
  base_commit: string,
): Promise<{ readonly fix: string; readonly test: string } | { readonly conflicts: string }> {
  const { root } = context.settings
  const { fix, test } = workOf(row, "fix", "test")
  const moved = await atCommit(root, base_commit, async (tree) => {
    const made: string[] = []
    for (const commit of [fix.commit, test.commit]) {
      const picked = await git(tree, ["cherry-pick", "--allow-empty", "--keep-redundant-commits", commit])
      if (picked.exit_code !== 0) return { conflicts: await conflictsIn(tree) }
      made.push((await requireGit(tree, ["rev-parse", "HEAD"])).trim())
    }
    const [fix_commit = "", test_commit = ""] = made
    return { fix: fix_commit, test: test_commit }
  })
  if ("conflicts" in moved) return moved
  const branch = fixBranch(row.id)
  await moveFixBranch(root, branch, moved.test, await resolveCommit(root, `refs/heads/${branch}`))
  await keepCommit(context, row, "rebase", moved.test)
  return moved
}

async function pushMoved(
  row: Feedback,
  context: FeedbackContext,
  { work, note }: { readonly work: Partial<FixWork>; readonly note: Readonly<Record<string, unknown>> },
): Promise<FeedbackOutcome> {
  const { settings, signal } = context
  const { root, forge, test_timeout_ms: timeout_ms } = settings
  const { pull_request, branch } = workOf(row, "pull_request", "branch")
  const { base_commit = "", test } = work
  if (test === undefined) throw new Error("the row has no test; an earlier step was skipped")
  const sides = { root, base_commit, fix_commit: test.commit, test, rooms: settings, timeout_ms, signal }
  const ran = await runDifferential(sides)
  if (!ran.verified) {
    const reason = `on what the base branch is now, its test does not show the fault: ${ran.reason}`
    return giveToPerson(row, context, { base_commit, reason })
  }
  await forge.git.push(root, test.commit, branch, signal)
  const pull = { number: pull_request.number, head: branch }
  const identity = await identityOf(forge, pull, test.commit, signal)
  return keep(context, row, {
    work: {
      ...work,
      differential: ran,
      pull_request: { ...pull_request, identity },
      outdated: null,
      conflict: null,
    },
    note: { ...note, differential: ran.verified },
  })
}

async function giveToPerson(
  row: Feedback,
  context: FeedbackContext,
  conflict: { readonly base_commit: string; readonly reason: string },
): Promise<FeedbackOutcome> {
  return keep(context, row, { work: { conflict, outdated: null }, note: { step: "rebase", ...conflict } })
}

export interface BaseMoved {
  readonly branch: string
  readonly from: string
  readonly to: string
  /** Commits of `to` that `from` lacks. */
  readonly commits: number
  /** Its history was rewritten: `from` is no longer on it. */
  readonly is_rewritten: boolean
}

/** How a branch changed since it was at a commit; null: it is still there. Rejects with ForgeError and GitError. */
export async function baseMoved(
  forge: { readonly git: Pick<Git, "fetchBranch"> },
  root: string,
  { branch, commit: from }: { readonly branch: string; readonly commit: string },
  signal?: AbortSignal,
): Promise<BaseMoved | null> {
  const to = await forge.git.fetchBranch(root, branch, signal)
  if (to === from) return null
  const counted = await requireGit(root, ["rev-list", "--count", `${from}..${to}`])
  const { exit_code } = await git(root, ["merge-base", "--is-ancestor", from, to])
  return { branch, from, to, commits: Number(counted), is_rewritten: exit_code !== 0 }
}
