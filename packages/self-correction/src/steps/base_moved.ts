import { git, requireGit } from "@proofloop/foundation/git"
import type { Git } from "@proofloop/jobs/forge"

/** The base branch went on, or elsewhere, since the test of a fix ran on it. */
export interface BaseMoved {
  readonly branch: string
  readonly from: string
  readonly to: string
  /** Commits of `to` that `from` lacks. */
  readonly commits: number
  /** Its history was written anew: `from` is not on it any more. */
  readonly is_rewritten: boolean
}

/** What became of a branch since it was at a commit; null: it is there. Rejects with ForgeError and GitError. */
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
