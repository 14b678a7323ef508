import { rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { errorCode } from "@proofloop/foundation/errors"
import { ownerOfTree } from "@proofloop/foundation/git"

/**
 * Does something while no git in a tree of `checkOut` finds the repository it is of: what a model wrote runs there, and its
 * branch or commit would tell a fix from its base, and what it configures, stashes or tags would be the user's. A folder in
 * no such tree is left as it is.
 */
export async function withoutGit<Result>(root: string, work: () => Promise<Result>): Promise<Result> {
  const tree = treeOf(root)
  if (tree === null) return work()
  const link = join(tree, ".git")
  const aside = join(dirname(tree), "git-link")
  if (!(await moved(link, aside))) return work()
  try {
    return await work()
  } finally {
    await rm(link, { recursive: true, force: true })
    await rename(aside, link)
  }
}

function treeOf(folder: string): string | null {
  if (ownerOfTree(folder) !== null) return folder
  const above = dirname(folder)
  return above === folder ? null : treeOf(above)
}

/** false: a tree of no commit has no link. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false
    throw error
  }
}
