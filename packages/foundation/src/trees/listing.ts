import { createHash } from "node:crypto"
import { readdir, readFile, readlink } from "node:fs/promises"
import { join, posix } from "node:path"
import { errorCode } from "../errors/error_code.ts"

/** Paths of a tree: folders end in "/", links are not followed. Without `.git`, what `skip` names, and what is unreadable. */
export async function listPaths(
  tree: string,
  skip: (name: string) => boolean = () => false,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const enter = async (folder: string): Promise<void> => {
    const entries = await readdir(join(tree, folder), { withFileTypes: true }).catch(nothingIn)
    for (const entry of entries) {
      const path = posix.join(folder, entry.name)
      if (path === ".git") continue
      found.add(entry.isDirectory() ? `${path}/` : path)
      if (entry.isDirectory() && !skip(entry.name)) await enter(path)
    }
  }
  await enter(".")
  return found
}

/** A private folder, or one whose name is not UTF-8. */
function nothingIn(error: unknown): [] {
  if (!["ENOENT", "EACCES"].includes(errorCode(error))) throw error
  return []
}

/** The topmost paths that only `after` has, without "/" at the end. */
export function addedPaths(before: ReadonlySet<string>, after: ReadonlySet<string>): readonly string[] {
  return [...after]
    .filter((path) => !before.has(path) && parentsOf(path).every((parent) => before.has(parent)))
    .map((path) => path.replace(/\/$/, ""))
}

function parentsOf(path: string): readonly string[] {
  const parent = posix.dirname(path)
  return parent === "." ? [] : [`${parent}/`]
}

/** Whether a folder holds installed files, not written ones. */
export function isInstalled(name: string): boolean {
  return INSTALLED.has(name)
}

export const INSTALLED: ReadonlySet<string> = new Set(["node_modules", ".venv", "venv"])

/** SHA-256 of the files with these paths, by name and content: of a link its target, of an unreadable file its name. */
export async function digestOf(tree: string, paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256")
  for (const path of paths.toSorted()) {
    const content = await readFile(join(tree, path)).catch(() => readlink(join(tree, path)).catch(() => ""))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest("hex")
}
