import { atCommit, git, GitError, removeAbandonedTrees, requireGit } from "@proofloop/foundation/git"
import { conflictsIn } from "./conflicts.ts"
import { fetchMissing } from "./fetch_missing.ts"
import type { Forge } from "./forge.ts"
import { type DraftChoice, openPull } from "./open_pull.ts"

export interface TakeBackOptions {
  readonly root: string
  readonly forge: Forge
  readonly base: string
  /** The branch of the pull request; an open one from it is taken. */
  readonly branch: string
  readonly merged_commit: string
  readonly published: string
  readonly base_commit: string
  readonly title: string
  readonly message: string
  readonly body: string
  readonly draft: DraftChoice
  /** Aborts the work. Default: none. */
  readonly signal?: AbortSignal | undefined
}

export type TakenBack =
  | {
      readonly status: "opened"
      readonly number: number
      readonly url: string
    }
  | NotTakenBack

/** No pull request: nothing was pushed. */
export interface NotTakenBack {
  /**
   * - conflict: later work touches the same lines
   * - partial: the merged commit holds only a part of the published change
   * - nothing-to-revert: the base branch lacks the merge, or what the merge changed
   */
  readonly status: "conflict" | "partial" | "nothing-to-revert"
  /** The same for a person, with its particulars. */
  readonly why: string
}

/** Opens a pull request that reverts a merged change, or finds the open one. Rejects with ForgeError and GitError. */
export async function takeBack(options: TakeBackOptions): Promise<TakenBack> {
  const { root, forge, base, branch, merged_commit, published, title, message, body, draft, signal } = options
  const there = await forge.pulls.find(branch, signal)
  if (there?.state === "open" && there.base === base)
    return { status: "opened", number: there.number, url: there.url }
  const tip = await forge.git.fetchBranch(root, base, signal)
  await fetchMissing(forge, root, [merged_commit, published], signal)
  const on_base = await git(root, ["merge-base", "--is-ancestor", merged_commit, tip])
  if (on_base.exit_code !== 0) return nothing(`${base} does not hold the merge any more`)
  const args = await revertArguments(options)
  if (args === null) {
    const why = `${merged_commit.slice(0, 12)} holds only a part of what was published: revert it by hand`
    return { status: "partial", why }
  }
  const made = await makeRevert({ root, tip, args, message })
  if (made.status !== "made") return made
  await forge.git.push(root, made.commit, branch, signal)
  const { number, url } = await openPull(forge.pulls, { head: branch, base, title, body }, draft, signal)
  return { status: "opened", number, url }
}

type Made = { readonly status: "made"; readonly commit: string } | NotTakenBack

function nothing(why: string): NotTakenBack {
  return { status: "nothing-to-revert", why }
}

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
      if (files === "") throw new GitError(["revert"], reverted)
      return { status: "conflict", why: `later work touches the same lines: ${files}` }
    }
    const unchanged = await git(tree, ["diff", "--cached", "--quiet", tip])
    if (unchanged.exit_code === 0) return nothing(await whyUnchanged(tree, args))
    await requireGit(tree, ["commit", "--quiet", "--no-verify", "-m", message])
    return { status: "made", commit: (await requireGit(tree, ["rev-parse", "HEAD"])).trim() }
  })
}

/**
 * The commits that `git revert` needs to undo a merged fix: the merge, or one commit that holds all of it. After a
 * rebase or fast-forward: the published commits, which have the same changes. null when the merged commit holds only
 * a part of the change. Rejects with GitError.
 */
async function revertArguments({
  root,
  merged_commit,
  published,
  base_commit,
}: TakeBackOptions): Promise<readonly string[] | null> {
  const parents = (await requireGit(root, ["rev-list", "--parents", "--max-count=1", merged_commit]))
    .trim()
    .split(" ")
  if (parents.length > 2) return ["--mainline", "1", merged_commit]
  const known = await requireGit(root, ["cherry", merged_commit, published, base_commit])
  if (!known.split("\n").some((line) => line.startsWith("+"))) return [`${base_commit}..${published}`]
  const whole = await namesOf(root, base_commit, published)
  const merged = new Set(await namesOf(root, `${merged_commit}^`, merged_commit))
  return whole.every((name) => merged.has(name)) ? [merged_commit] : null
}

/** A merge that kept nothing of the branch brought no work that one could take back. */
async function whyUnchanged(root: string, args: readonly string[]): Promise<string> {
  const merge = args.at(-1) ?? ""
  const is_empty =
    args.length > 1 && (await git(root, ["diff", "--quiet", `${merge}^1`, merge])).exit_code === 0
  return is_empty
    ? `the merge ${merge.slice(0, 12)} kept nothing of the work, so there is nothing to take back`
    : "later commits have taken the work back already"
}

async function namesOf(root: string, from: string, to: string): Promise<readonly string[]> {
  const printed = await requireGit(root, ["diff", "--name-only", "-z", "--no-renames", from, to, "--"])
  return printed.split("\0").filter((path) => path !== "")
}
