import { treeOf } from "./changed_files.ts"
import { gitBytes, GitError, requireGit } from "./git.ts"
import { openScratch } from "./scratch.ts"
import { treeEntries } from "./tree_entries.ts"
import { readWorkTree, subtreeOf, writeTree } from "./work_tree.ts"

/**
 * A unified diff from `ref` to the work tree below `root`, or to some of its paths, with untracked files and without
 * ignored ones. Reads the work tree and leaves the index alone. Rejects with GitError.
 */
export async function diffSince(root: string, ref: string, paths: readonly string[] = []): Promise<string> {
  const tree = await treeOf(root, ref)
  const scratch = await openScratch(root)
  try {
    const base = await subtreeOf(scratch, tree)
    await readWorkTree(scratch, tree, await treeEntries(scratch, base))
    const { exit_code, stdout } = await scratch.bytes([
      "diff-tree",
      "-r",
      "--patch",
      ...PLAIN_DIFF,
      base,
      await writeTree(scratch),
      "--",
      ...paths,
    ])
    if (exit_code === 0) return Buffer.from(stdout).toString()
    throw new GitError(["diff-tree"], { exit_code, stdout: "", stderr: "" })
  } finally {
    await scratch.remove()
  }
}

/** The unified diff between two commits below `root`. Rejects with GitError. */
export async function diffBetween(root: string, base: string, head: string): Promise<string> {
  return requireGit(root, ["diff", ...PLAIN_DIFF, "--relative", "--end-of-options", base, head, "--"])
}

/** The same, of which no more than this many bytes are read; cut at the end of a line. Rejects with GitError. */
export async function diffStart(
  root: string,
  {
    base,
    head,
    max_bytes,
  }: {
    readonly base: string
    readonly head: string
    /** Most bytes of the diff that are read. */
    readonly max_bytes: number
  },
): Promise<{
  readonly text: string
  /** Whether the diff is longer than `text`. */
  readonly is_cut: boolean
}> {
  const args = ["diff", ...PLAIN_DIFF, "--relative", "--end-of-options", base, head, "--"]
  const { stdout, stderr, exit_code, is_cut } = await gitBytes(root, args, { max_output_bytes: max_bytes })
  const text = stdout.toString()
  if (is_cut) return { text: text.slice(0, text.lastIndexOf("\n") + 1), is_cut }
  if (exit_code === 0) return { text, is_cut }
  throw new GitError(args, { exit_code, stdout: "", stderr })
}

const PLAIN_DIFF = ["--no-color", "--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/"]
