import { lstat, readdir } from "node:fs/promises"
import { join } from "node:path"
import { errorCode } from "../errors/error_code.ts"
import { git, isIgnored, isRepository } from "./git.ts"
import { asTop } from "./repository_top.ts"

/** Outside git, listing stops after this many files. */
const WALK_LIMIT = 50_000
const SKIPPED = new Set([".git", "node_modules"])

/**
 * The files below `folder` as paths relative to `root`, sorted. In a git repository without ignored files; elsewhere,
 * or when git ignores `folder` itself, all of them. `.git` and `node_modules` are left out unless `folder` lies in
 * them.
 */
export async function listTree(root: string, folder = "."): Promise<readonly string[]> {
  const is_vendored = folder.split("/").includes("node_modules")
  const files = (is_vendored ? null : await listWithGit(root, folder)) ?? (await walk(root, folder))
  return files.toSorted()
}

async function listWithGit(root: string, folder: string): Promise<readonly string[] | null> {
  const top = await asTop(root)
  if (top === null && !(await isRepository(root))) return null
  // A repository never ignores its top.
  if ((top === null || folder !== ".") && (await isIgnored(root, folder))) return null
  const args = [
    "ls-files",
    "-z",
    "-t",
    "--cached",
    "--deleted",
    "--others",
    "--exclude-standard",
    "--",
    folder,
  ]
  const listing = await git(root, args, { env: top ?? {} })
  if (listing.exit_code !== 0) return null
  const files = new Set<string>()
  const missing = new Set<string>()
  for (const entry of listing.stdout.split("\0")) {
    const path = entry.slice(2)
    if (path.split("/").some((name) => SKIPPED.has(name))) continue
    if (entry.startsWith("R ")) missing.add(path)
    // A sparse checkout leaves it out, or somebody set a flag on an existing file.
    else if (entry.startsWith("S ") && !(await isThere(join(root, path)))) missing.add(path)
    else if (path !== "") files.add(path)
  }
  return [...files].filter((path) => !missing.has(path))
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null
}

async function walk(root: string, folder: string): Promise<readonly string[]> {
  const files: string[] = []
  const pending = [folder]
  for (let next = pending.shift(); next !== undefined && files.length < WALK_LIMIT; next = pending.shift()) {
    const entries = await readdir(join(root, next), { withFileTypes: true }).catch(nothingToList)
    for (const entry of entries) {
      const path = next === "." ? entry.name : `${next}/${entry.name}`
      if (!entry.isDirectory()) files.push(path)
      else if (!SKIPPED.has(entry.name)) pending.push(path)
    }
  }
  return files
}

/** A missing or private folder is empty; without a free file handle nothing is known. */
function nothingToList(error: unknown): [] {
  if (["EMFILE", "ENFILE"].includes(errorCode(error))) throw error
  return []
}
