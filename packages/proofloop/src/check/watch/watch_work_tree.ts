import { createHash } from "node:crypto"
import { lstat, readdir, readFile, readlink } from "node:fs/promises"
import { dirname, join, relative, sep } from "node:path"
import { git, isStatePath, requireGit } from "@proofloop/foundation/git"
import { watchFolders } from "./folder_events.ts"

export interface ChangeWatch {
  /** Whether a relevant change happened; false when stopped. Rejects when watching fails. */
  changed(signal: AbortSignal): Promise<boolean>
  close(): void
}

/** Files that git does not ignore. `own`: absolute paths of files that a run writes itself. */
export async function watchWorkTree(root: string, own: ReadonlySet<string>): Promise<ChangeWatch> {
  const events = watchFolders()
  const known = new Map<string, string>()
  try {
    for (const folder of await listedFolders(root)) events.add(folder)
  } catch (error) {
    events.close()
    throw error
  }
  /** A run that restores a file changes nothing; otherwise it would cause the next run. */
  const isNews = async (path: string): Promise<boolean> => {
    const state = await stateOf(path)
    const is_known = known.get(path) === state
    known.set(path, state)
    if (state !== "folder") {
      events.forget(path)
      return !is_known
    }
    // A removed and recreated folder is another one, and the old watch is silent.
    events.forget(path)
    for (const folder of await foldersIn(root, path)) events.add(folder)
    return true
  }
  return {
    async changed(signal) {
      for (;;) {
        const paths = await events.batch(signal)
        if (paths === null) return false
        const counting = await withoutIgnored(
          root,
          [...paths].filter((path) => !own.has(path)),
        )
        let has_news = false
        for (const path of counting) has_news = (await isNews(path)) || has_news
        if (has_news) return true
      }
    },
    close: () => events.close(),
  }
}

/** Of the index: git puts a new file in its place. */
export function watchIndex(file: string): ChangeWatch {
  const events = watchFolders()
  events.add(dirname(file))
  return {
    async changed(signal) {
      for (;;) {
        const paths = await events.batch(signal)
        if (paths === null) return false
        if (paths.has(file)) return true
      }
    },
    close: () => events.close(),
  }
}

/** Where git lists a file, and the folders above it. */
async function listedFolders(root: string): Promise<ReadonlySet<string>> {
  const listed = await requireGit(root, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
  const folders = new Set([root])
  for (const path of listed.split("\0")) {
    let folder = dirname(join(root, path))
    while (!folders.has(folder) && folder.startsWith(root)) {
      folders.add(folder)
      folder = dirname(folder)
    }
  }
  const there = await Promise.all([...folders].map(async (one) => ((await isFolder(one)) ? [one] : [])))
  return new Set(there.flat())
}

async function foldersIn(root: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const inner = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
  const counting = await withoutIgnored(root, inner)
  return [folder, ...(await Promise.all(counting.map((one) => foldersIn(root, one)))).flat()]
}

async function withoutIgnored(root: string, paths: readonly string[]): Promise<readonly string[]> {
  const own = paths.filter((path) => path !== root && !isOfTools(relative(root, path).split(sep)))
  if (own.length === 0) return []
  const input = `${own.map((path) => relative(root, path)).join("\0")}\0`
  const { exit_code, stdout } = await git(root, ["check-ignore", "-z", "--stdin"], { input })
  // 1: none is; above, git could not tell.
  if (exit_code !== 0) return own
  const ignored = new Set(stdout.split("\0"))
  return own.filter((path) => !ignored.has(relative(root, path)))
}

/** Git's own files, and the journals that no change holds. */
function isOfTools(names: readonly string[]): boolean {
  return names.includes(".git") || isStatePath(names.join("/"))
}

const LARGE = 2 * 1024 * 1024

async function stateOf(path: string): Promise<string> {
  try {
    const stats = await lstat(path)
    if (stats.isDirectory()) return "folder"
    // No check reads a file of this size, so its content need not be told apart.
    if (stats.size > LARGE) return `${stats.mode} ${stats.size} ${stats.mtimeMs}`
    const content = stats.isSymbolicLink() ? await readlink(path) : await readFile(path)
    return `${stats.mode} ${createHash("sha256").update(content).digest("hex")}`
  } catch {
    return "gone"
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null))?.isDirectory() === true
}
