import { chmod, copyFile, lstat, readlink, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { FileChange } from "@proofloop/foundation/git"

export interface TreeCopy {
  /** Absolute. */
  readonly root: string
  /** Writes one side of changes, with new times: a tool may believe older ones. */
  put(changes: readonly FileChange[], side: "before" | "after"): Promise<void>
  /** Never rejects. */
  remove(): Promise<void>
}

const MOST_IGNORED = 200
const LARGEST_IGNORED = 1024 * 1024

/**
 * A copy of the work tree as it is: files of the commit, uncommitted changes, small ignored files such as `.env`, and
 * links to what is installed. Rejects with GitError.
 */
export async function makeTreeCopy(root: string): Promise<TreeCopy> {
  const { checkOut, git, workingChange } = await import("@proofloop/foundation/git")
  const { linkInstalled } = await import("@proofloop/foundation/trees")
  const tree = await checkOut(root, "HEAD")
  const put: TreeCopy["put"] = async (changes, side) => {
    for (const change of changes) await write(tree.root, root, change.path, change[side])
  }
  try {
    const { files } = await workingChange(root)
    await put(files, "after")
    const listed = await git(root, [
      "ls-files",
      "-z",
      "--others",
      "--ignored",
      "--exclude-standard",
      "--directory",
    ])
    const ignored = listed.stdout.split("\0").filter((path) => path !== "" && !path.endsWith("/"))
    for (const path of ignored.slice(0, MOST_IGNORED)) await copySmall(root, tree.root, path)
    await linkInstalled(root, tree.root)
    return { root: tree.root, put, remove: () => tree.remove() }
  } catch (error) {
    await tree.remove()
    throw error
  }
}

async function write(copy: string, root: string, path: string, content: Uint8Array | null): Promise<void> {
  const place = await clearedPlace(copy, path)
  if (content === null) return
  await writeFile(place, content)
  const stats = await lstat(join(root, path)).catch(() => null)
  if (stats?.isFile() === true && (stats.mode & 0o111) !== 0) await chmod(place, 0o755)
}

async function copySmall(root: string, copy: string, path: string): Promise<void> {
  const from = join(root, path)
  const stats = await lstat(from).catch(() => null)
  if (stats === null || stats.size > LARGEST_IGNORED) return
  const to = await clearedPlace(copy, path)
  if (stats.isSymbolicLink()) await symlink(await readlink(from), to)
  else if (stats.isFile()) await copyFile(from, to)
}

/** Where a file goes, with its folders made. Throws where the way leads through a link, which may leave the copy. */
async function clearedPlace(copy: string, path: string): Promise<string> {
  const { clearWay } = await import("@proofloop/foundation/trees")
  const place = join(copy, path)
  if (!(await clearWay(copy, place))) throw new Error(`${path} lies behind a link of the commit`)
  return place
}
