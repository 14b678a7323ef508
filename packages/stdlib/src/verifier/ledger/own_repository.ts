import { isAbsolute, relative } from "node:path"
import { requireGit } from "../../workspace/git.ts"

/**
 * Whether git has a ledger in the index or in one of these commits: whoever builds a change could then have written its
 * verdicts. Rejects with GitError.
 */
export async function isInRepository(
  root: string,
  ledger: string,
  commits: readonly string[],
): Promise<boolean> {
  const path = relative(root, ledger)
  if (path.startsWith("..") || isAbsolute(path)) return false
  const listings = [["ls-files"], ...commits.map((commit) => ["ls-tree", "--name-only", commit])]
  for (const listing of listings) {
    if ((await requireGit(root, [...listing, "--", path])) !== "") return true
  }
  return false
}
