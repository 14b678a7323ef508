import { requireGit } from "../../workspace/git.ts"

/** The unified diff between two commits below `root`. Rejects with GitError. */
export async function rangeDiff(root: string, base: string, head: string): Promise<string> {
  return requireGit(root, ["diff", ...plain, "--end-of-options", base, head, "--"])
}

const plain = [
  "--no-color",
  "--no-ext-diff",
  "--no-textconv",
  "--src-prefix=a/",
  "--dst-prefix=b/",
  "--relative",
]
