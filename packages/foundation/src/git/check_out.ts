import { mkdir, readFile, rm } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import { removeFolder } from "../files/remove_folder.ts"
import { ownerOfTemporary, temporaryFolder } from "../files/temporary_folder.ts"
import type { ProcessIdentity } from "../process/process_identity.ts"
import { git, GitError, requireGit } from "./git.ts"
import { asTop } from "./repository_top.ts"

export interface CheckedOut {
  /** The counterpart of `root` in the work tree; a folder within it when `root` is one. */
  readonly root: string
  /** False: there is no such commit, and the folder is empty. */
  readonly has_commit: boolean
  /** Takes the folder away. Never rejects. */
  remove(): Promise<void>
}

/**
 * Puts the files of a commit into a temporary folder, with nothing installed. A reference without a commit, such as
 * HEAD before the first one, gives an empty folder. Rejects with GitError.
 */
export async function checkOut(root: string, commit: string): Promise<CheckedOut> {
  const parent = await temporaryFolder("tree")
  const tree = join(parent, "tree")
  let record: string | null = null
  const remove = async (): Promise<void> => {
    await removeFolder(parent)
    if (record === null) await git(root, ["worktree", "remove", "--force", tree])
    else await rm(record, { recursive: true, force: true }).catch(() => undefined)
  }
  try {
    const top = await asTop(root)
    const prefix = top === null ? await requireGit(root, ["rev-parse", "--show-prefix"]) : ""
    const inner = join(tree, prefix.replace(/\n$/, ""))
    const has_commit = await addWorkTree(root, tree, commit, top ?? {})
    // Read before anything runs in the tree, where it could name another folder.
    record = await recordOf(tree)
    await mkdir(inner, { recursive: true })
    return { root: inner, has_commit, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** The folder in which the repository notes a work tree (gitrepository-layout(5)); null when unsure. */
async function recordOf(tree: string): Promise<string | null> {
  const text = await readFile(join(tree, ".git"), "utf8").catch(() => "")
  const record = resolve(tree, text.replace(/^gitdir: /, "").replace(/\n$/, ""))
  const noted = await readFile(join(record, "gitdir"), "utf8").catch(() => "")
  return basename(dirname(record)) === "worktrees" && noted === `${join(tree, ".git")}\n` ? record : null
}

/** Does something with the files of a commit, as `checkOut` puts them into `tree_root`. Rejects with GitError, or as `work` does. */
export async function atCommit<Result>(
  root: string,
  commit: string,
  work: (tree_root: string, has_commit: boolean) => Promise<Result>,
): Promise<Result> {
  const tree = await checkOut(root, commit)
  try {
    return await work(tree.root, tree.has_commit)
  } finally {
    await tree.remove()
  }
}

/** False: there is no such commit. Tries again, because removing the last work tree removes the common folder. */
async function addWorkTree(
  root: string,
  tree: string,
  commit: string,
  env: Readonly<Record<string, string>>,
): Promise<boolean> {
  const name = `${commit}^{commit}`
  const args = ["worktree", "add", "--quiet", "--detach", "--end-of-options", tree, name]
  for (let tries = 1; ; tries += 1) {
    const added = await git(root, args, { env })
    if (added.exit_code === 0) return true
    if (tries < 5 && isInTheWay(added.stderr)) continue
    const known = await git(root, ["rev-parse", "--verify", "--quiet", "--end-of-options", name])
    if (known.exit_code === 0) throw new GitError(args, added)
    return false
  }
}

/** The process whose temporary work tree lies at the path, by its name; null for any other path. */
export function ownerOfTree(path: string): ProcessIdentity | null {
  return basename(path) === "tree" ? ownerOfTemporary(dirname(path), "tree") : null
}

/** What git says when another process adds or removes a tree at the same moment. */
function isInTheWay(stderr: string): boolean {
  if (stderr.includes("could not create directory of")) return true
  return stderr.includes("failed to read ") && stderr.includes("worktrees/")
}
