import { git } from "@proofloop/foundation/git"
import type { Forge } from "./forge.ts"
import { findPublished, type PullIdentity } from "./identity.ts"
import type { PullRequest } from "./pulls.ts"

/** What became of a published pull request. A merged one is in its base branch, whose newest commit is `base_head`. */
export type PullLife =
  | { readonly state: "open"; readonly pull: PullRequest }
  | { readonly state: "closed"; readonly why: string }
  | { readonly state: "merged"; readonly merged_commit: string; readonly base_head: string }

/**
 * Looks what became of a published pull request. Rejects with ForgeError. Rejects with a plain error where it is another
 * one, where the forge knows no commit of the merge, or where the base branch does not have it.
 */
export async function lookAtPull(
  identity: PullIdentity,
  {
    forge,
    root,
    base,
    signal,
  }: {
    readonly forge: Forge
    readonly root: string
    readonly base: string
    readonly signal?: AbortSignal | undefined
  },
): Promise<PullLife> {
  const { pull, problem } = await findPublished(forge, identity, root, signal)
  if (problem !== null) throw new Error(problem)
  const { number, state, merged_commit } = pull
  if (state === "open") return { state, pull }
  if (state === "closed") return { state, why: `pull request ${number} was closed without being merged` }
  if (merged_commit === null)
    throw new Error(`pull request ${number} is merged, but the forge knows no commit`)
  const base_head = await forge.git.fetchBranch(root, base, signal)
  await forge.git.fetchCommit(root, merged_commit, signal)
  // Its base may have been changed, or the forge may be wrong.
  if ((await git(root, ["merge-base", "--is-ancestor", merged_commit, base_head])).exit_code !== 0)
    throw new Error(
      `pull request ${number} was merged into ${pull.base} as ${merged_commit.slice(0, 12)}, which the base branch does not have`,
    )
  return { state: "merged", merged_commit, base_head }
}
