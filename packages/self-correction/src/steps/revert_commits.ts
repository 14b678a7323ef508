import { git, requireGit } from "@proofloop/foundation/git"
import { PublishError } from "./publish_error.ts"

export interface RevertedRange {
  readonly root: string
  readonly merged_commit: string
  /** What was published, and what it was built on. */
  readonly published: string
  readonly base_commit: string
}

/**
 * What `git revert` has to be told to take a merged fix back, however it was merged: the merge; one commit that holds all of
 * it; or, after a rebase or a fast-forward, the commits as they were published, which have the same changes. Rejects
 * with a PublishError when the merged commit holds only a part of the fix, and with GitError.
 */
export async function revertArguments(range: RevertedRange): Promise<readonly string[]> {
  const { root, merged_commit, published, base_commit } = range
  const parents = (await requireGit(root, ["rev-list", "--parents", "--max-count=1", merged_commit]))
    .trim()
    .split(" ")
  if (parents.length > 2) return ["--mainline", "1", merged_commit]
  const known = await requireGit(root, ["cherry", merged_commit, published, base_commit])
  if (!known.split("\n").some((line) => line.startsWith("+"))) return [`${base_commit}..${published}`]
  const whole = await namesOf(root, base_commit, published)
  const merged = new Set(await namesOf(root, `${merged_commit}^`, merged_commit))
  if (whole.every((name) => merged.has(name))) return [merged_commit]
  const message = `${merged_commit.slice(0, 12)} holds only a part of what was published; revert it by hand`
  throw new PublishError("change", message)
}

/** The paths that a stopped revert could not settle. */
export async function conflictsIn(root: string): Promise<readonly string[]> {
  const { stdout } = await git(root, ["diff", "--name-only", "--diff-filter=U", "-z"])
  return stdout.split("\0").filter((path) => path !== "")
}

async function namesOf(root: string, from: string, to: string): Promise<readonly string[]> {
  const printed = await requireGit(root, ["diff", "--name-only", "-z", "--no-renames", from, to, "--"])
  return printed.split("\0").filter((path) => path !== "")
}
