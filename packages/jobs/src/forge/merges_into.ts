import { git } from "@proofloop/foundation/git"
import { namedFiles } from "./conflicts.ts"
import type { PullRequest } from "./pulls.ts"

const MERGE_TREE = ["merge-tree", "--write-tree", "--name-only"]

/**
 * Whether a commit merges into another without a conflict, tried without a work tree; for "yes", `tree` is the merged
 * one. "unknown" where git is older than 2.38 or lacks one of the commits.
 */
export async function mergesInto(
  root: string,
  {
    base,
    head,
  }: {
    readonly base: string
    readonly head: string
  },
  options: {
    /** Variables added to git's environment. Default: none. */
    readonly env?: Readonly<Record<string, string>>
  } = {},
): Promise<{
  /** "yes", "conflict", or "unknown" when git cannot tell. */
  readonly mergeable: PullRequest["mergeable"]
  /** Id of the merged tree; meaningful for "yes" alone. */
  readonly tree: string
  /** Where they conflict, in words; "" for none. */
  readonly conflicts: string
}> {
  const { exit_code, stdout } = await git(root, [...MERGE_TREE, base, head], options)
  const [tree = "", ...rest] = stdout.split("\n")
  const files = rest.slice(0, rest.indexOf(""))
  return {
    mergeable: exit_code === 0 ? "yes" : exit_code === 1 ? "conflict" : "unknown",
    tree,
    conflicts: exit_code === 1 ? namedFiles(files) : "",
  }
}
