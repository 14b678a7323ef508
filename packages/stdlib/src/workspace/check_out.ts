import { mkdir, mkdtemp, realpath, rm, stat, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { git, requireGit } from "./git.ts"

/** The files of a commit in a folder of their own. */
export interface CheckedOut {
  /** What `root` is in the work tree: a folder within it, when `root` is one. */
  readonly root: string
  /** Takes the folder away. Never rejects for what git says of it. */
  remove(): Promise<void>
}

/** What is installed belongs to the work tree; tests of another commit need it as well. */
const installed = ["node_modules", ".venv", "venv"]

/**
 * Puts the files of a commit into a temporary folder, with what is installed in the work tree linked in; an empty folder for
 * a reference that is none, such as HEAD before the first commit. Rejects with GitError.
 */
export async function checkOut(root: string, commit: string): Promise<CheckedOut> {
  const parent = await mkdtemp(join(await realpath(tmpdir()), "proofloop-tree-"))
  const tree = join(parent, "tree")
  const remove = async (): Promise<void> => {
    await git(root, ["worktree", "remove", "--force", tree])
    await rm(parent, { recursive: true, force: true })
  }
  try {
    const name = `${commit}^{commit}`
    const known = await git(root, ["rev-parse", "--verify", "--quiet", "--end-of-options", name])
    const prefix = (await requireGit(root, ["rev-parse", "--show-prefix"])).replace(/\n$/, "")
    const inner = join(tree, prefix)
    if (known.exit_code === 0) {
      await requireGit(root, ["worktree", "add", "--quiet", "--detach", tree, known.stdout.trim()])
    }
    await mkdir(inner, { recursive: true })
    if (known.exit_code === 0) for (const folder of installed) await link(root, inner, folder)
    return { root: inner, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function link(from: string, to: string, name: string): Promise<void> {
  const found = await stat(join(from, name)).catch(() => null)
  if (found?.isDirectory()) await symlink(join(from, name), join(to, name), "junction").catch(() => undefined)
}
