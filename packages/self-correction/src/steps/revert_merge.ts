import { InvalidOptionError } from "@proofloop/foundation/errors"
import { atCommit, removeAbandonedTrees, git, GitError, requireGit } from "@proofloop/foundation/git"
import { type DraftChoice, FIX_BRANCH_PREFIX, type Forge, openPull } from "@proofloop/jobs/forge"
import type { Feedback } from "../feedback.ts"
import { PublishError } from "./publish_error.ts"
import { code, paragraph, quoted } from "./pull_request_body_text.ts"
import { conflictsIn, revertArguments } from "./revert_commits.ts"

export interface RevertOptions {
  readonly root: string
  readonly forge: Forge
  /** With its class, test, base commit and where it was published. */
  readonly feedback: Feedback
  /** What the fix was merged as. */
  readonly merged_commit: string
  readonly base: string
  /** Told in the pull request. */
  readonly reason: string
  /** Default "auto". */
  readonly draft?: DraftChoice | undefined
  readonly signal?: AbortSignal | undefined
}

export type Reverted =
  | { readonly status: "opened"; readonly number: number; readonly url: string }
  /** Later work touches the same lines; a person has to do it. Nothing was pushed. */
  | { readonly status: "conflict"; readonly files: readonly string[] }
  /** The base branch does not have it any more. */
  | { readonly status: "nothing-to-revert" }

/**
 * Opens a draft pull request that takes a merged fix back, from the branch `auto/proofloop/revert-<id>`, or finds the open one.
 * Rejects with a PublishError for the default branch, with InvalidOptionError for a row without a published fix, with ForgeError
 * and GitError. @requirement self-correction.revert
 */
export async function revertMerge(options: RevertOptions): Promise<Reverted> {
  const { root, forge, feedback, merged_commit, base, reason, draft = "auto", signal } = options
  const { test, base_commit } = feedback.work
  if (test === undefined || base_commit === undefined) {
    throw new InvalidOptionError({
      option: "feedback.work",
      expected: "a published fix",
      got: feedback.state,
    })
  }
  if (base === (await forge.defaultBranch())) {
    throw new PublishError("base", `${base} is the default branch; a person takes a fix back there`)
  }
  const branch = `${FIX_BRANCH_PREFIX}revert-${feedback.id}`
  const there = await forge.pulls.find(branch, signal)
  if (there?.state === "open" && there.base === base)
    return { status: "opened", number: there.number, url: there.url }
  const tip = await forge.git.fetchBranch(root, base, signal)
  for (const commit of [merged_commit, test.commit]) await forge.git.fetchCommit(root, commit, signal)
  const on_base = await git(root, ["merge-base", "--is-ancestor", merged_commit, tip])
  if (on_base.exit_code !== 0) return { status: "nothing-to-revert" }
  const args = await revertArguments({ root, merged_commit, published: test.commit, base_commit })
  const title = `revert(${feedback.fix_class ?? "unknown"}): feedback ${feedback.id}`
  const made = await makeRevert({ root, tip, args, message: `${title}\n\nFeedback-Id: ${feedback.id}` })
  if (made.status !== "made") return made
  await forge.git.push(root, made.commit, branch, signal)
  const body = revertBody({ feedback, merged_commit, test_path: test.path, reason })
  const { number, url } = await openPull(forge.pulls, { head: branch, base, title, body }, draft, signal)
  return { status: "opened", number, url }
}

type Made =
  | { readonly status: "made"; readonly commit: string }
  | Exclude<Reverted, { readonly status: "opened" }>

async function makeRevert({
  root,
  tip,
  args,
  message,
}: {
  readonly root: string
  readonly tip: string
  readonly args: readonly string[]
  readonly message: string
}): Promise<Made> {
  await removeAbandonedTrees(root)
  return atCommit(root, tip, async (tree) => {
    const reverted = await git(tree, ["revert", "--no-commit", ...args])
    if (reverted.exit_code !== 0) {
      const files = await conflictsIn(tree)
      if (files.length === 0) throw new GitError(["revert"], reverted)
      return { status: "conflict", files }
    }
    const unchanged = await git(tree, ["diff", "--cached", "--quiet", tip])
    if (unchanged.exit_code === 0) return { status: "nothing-to-revert" }
    await requireGit(tree, ["commit", "--quiet", "--no-verify", "-m", message])
    return { status: "made", commit: (await requireGit(tree, ["rev-parse", "HEAD"])).trim() }
  })
}

interface RevertBodyOptions {
  readonly feedback: Pick<Feedback, "id" | "body" | "fix_pr_url">
  readonly merged_commit: string
  readonly test_path: string
  /** Why it is to be taken back, such as the reason of the alarm. */
  readonly reason: string
}

function revertBody({ feedback, merged_commit, test_path, reason }: RevertBodyOptions): string {
  const about = feedback.fix_pr_url === null ? "" : ` of ${code(feedback.fix_pr_url, 500)}`
  return [
    `# Take the fix for feedback ${code(feedback.id)} back`,
    `Reverts ${code(merged_commit)}${about}. The feedback was:`,
    quoted(feedback.body),
    `## Why\n\n${paragraph(reason)}`,
    "---",
    `Feedback-Id: ${feedback.id}\nRegression-Test: ${test_path}`,
    "Nothing merges this by itself: a person decides.",
  ].join("\n\n")
}
