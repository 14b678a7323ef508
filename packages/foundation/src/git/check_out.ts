import { mkdir, mkdtemp, realpath } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { removeFolder } from "../files/remove_folder.ts"
import { ownIdentity, type ProcessIdentity } from "../process/process_identity.ts"
import { git, GitError, requireGit } from "./git.ts"

/** The files of a commit in a separate folder. */
export interface CheckedOut {
  /** The counterpart of `root` in the work tree; a folder within it when `root` is one. */
  readonly root: string
  /** Takes the folder away. Never rejects. */
  remove(): Promise<void>
}

/**
 * Puts the files of a commit into a temporary folder, with nothing installed. A reference without a commit, such as
 * HEAD before the first one, gives an empty folder. Rejects with GitError.
 */
export async function checkOut(root: string, commit: string): Promise<CheckedOut> {
  const { pid, began } = ownIdentity()
  const parent = await mkdtemp(join(await realpath(tmpdir()), `proofloop-tree-${pid}.${began ?? ""}-`))
  const tree = join(parent, "tree")
  const remove = async (): Promise<void> => {
    await removeFolder(parent)
    await git(root, ["worktree", "remove", "--force", tree])
  }
  try {
    const name = `${commit}^{commit}`
    const known = await git(root, ["rev-parse", "--verify", "--quiet", "--end-of-options", name])
    const prefix = (await requireGit(root, ["rev-parse", "--show-prefix"])).replace(/\n$/, "")
    const inner = join(tree, prefix)
    if (known.exit_code === 0) {
      await addWorkTree(root, ["worktree", "add", "--quiet", "--detach", tree, known.stdout.trim()])
    }
    await mkdir(inner, { recursive: true })
    return { root: inner, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Does something with the files of a commit, as `checkOut` puts them into `tree_root`. Rejects with GitError, or as `work` does. */
export async function atCommit<Result>(
  root: string,
  commit: string,
  work: (tree_root: string) => Promise<Result>,
): Promise<Result> {
  const tree = await checkOut(root, commit)
  try {
    return await work(tree.root)
  } finally {
    await tree.remove()
  }
}

/** Tries again: removing the last work tree removes the common folder, even while another process adds a tree. */
async function addWorkTree(root: string, args: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const added = await git(root, args)
    if (added.exit_code === 0) return
    if (tries === 5 || !isInTheWay(added.stderr)) throw new GitError(args, added)
  }
}

/** The process whose temporary work tree lies at the path, by its name; null for any other path. */
export function ownerOfTree(path: string): ProcessIdentity | null {
  const folder = basename(dirname(path))
  const [, pid, began] = /^proofloop-tree-(\d{1,10})\.(\d{0,20})-\w{6}$/.exec(folder) ?? []
  if (pid === undefined || basename(path) !== "tree") return null
  return { pid: Number(pid), began: began || null }
}

/** What git says when another process adds or removes a tree at the same moment. */
function isInTheWay(stderr: string): boolean {
  if (stderr.includes("could not create directory of")) return true
  return stderr.includes("failed to read ") && stderr.includes("worktrees/")
}
