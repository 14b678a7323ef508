import { copyFile, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { git, GitError, requireGit } from "./git.ts"

/**
 * A unified diff from `ref` to the work tree below `root`, or to some paths of it, untracked files included, ignored ones not. The index
 * stays as it is. Rejects with GitError.
 */
export async function diffSince(
  root: string,
  ref: string,
  paths: readonly string[] = ["."],
): Promise<string> {
  return withScratchIndex(root, async (env) => {
    const args = ["diff", ...plain_diff, "--end-of-options", ref, "--", ...paths]
    return requireGit(root, args, { env })
  })
}

/** The unified diff between two commits below `root`. Rejects with GitError. */
export async function diffBetween(root: string, base: string, head: string): Promise<string> {
  return requireGit(root, ["diff", ...plain_diff, "--end-of-options", base, head, "--"])
}

const plain_diff = [
  "--no-color",
  "--no-ext-diff",
  "--no-textconv",
  "--src-prefix=a/",
  "--dst-prefix=b/",
  "--relative",
]

/** A copy of the index in which untracked files are marked as to be added, so that a diff shows them. */
async function withScratchIndex<Result>(
  root: string,
  action: (env: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  const index = await git(root, ["rev-parse", "--git-path", "index"])
  if (index.exit_code !== 0) throw new GitError(["rev-parse"], index)
  const folder = await mkdtemp(join(tmpdir(), "proofloop-index-"))
  try {
    const env = { GIT_INDEX_FILE: join(folder, "index") }
    await copyFile(resolve(root, index.stdout.trim()), env.GIT_INDEX_FILE).catch(() => {
      // A new repository has no index yet.
    })
    await requireGit(root, ["add", "--intent-to-add", "--", "."], { env })
    return await action(env)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
