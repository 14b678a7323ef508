import { dirname } from "node:path"
import { removeFolder } from "../files/remove_folder.ts"
import { isRunning } from "../process/process_identity.ts"
import { ownerOfTree } from "./check_out.ts"
import { git } from "./git.ts"
import { asTop } from "./repository_top.ts"

export interface WorkTree {
  readonly path: string
  /** The branch that is checked out in it, "refs/heads/main"; null when HEAD is detached. */
  readonly branch: string | null
}

/**
 * Removes temporary trees of `checkOut` whose process was killed, and resolves to the remaining work trees. Trees of
 * others stay, even without their folder. Never rejects for an error of git.
 */
export async function removeAbandonedTrees(root: string): Promise<readonly WorkTree[]> {
  const trees = await listWorkTrees(root)
  const abandoned = trees.filter(({ path }) => isAbandoned(path))
  for (const { path } of abandoned) {
    // The folder first: git refuses to remove a tree whose `.git` it does not know, and accepts one that is gone.
    await removeFolder(dirname(path))
    // Forced twice: a tree that was never finished is still locked.
    await git(root, ["worktree", "remove", "--force", "--force", path])
  }
  return trees.filter((tree) => !abandoned.includes(tree))
}

function isAbandoned(path: string): boolean {
  const owner = ownerOfTree(path)
  return owner !== null && !isRunning(owner)
}

async function listWorkTrees(root: string): Promise<readonly WorkTree[]> {
  const { stdout } = await git(root, ["worktree", "list", "--porcelain"], { env: (await asTop(root)) ?? {} })
  return stdout.split("\n\n").flatMap((entry) => {
    const lines = entry.split("\n")
    const path = valueOf(lines, "worktree ")
    return path === null ? [] : [{ path, branch: valueOf(lines, "branch ") }]
  })
}

function valueOf(lines: readonly string[], name: string): string | null {
  return lines.find((line) => line.startsWith(name))?.slice(name.length) ?? null
}
