import { createHash } from "node:crypto"
import { lstat, readdir, readFile, readlink } from "node:fs/promises"
import { join } from "node:path"
import { isCheckPath, PROGRAM_FOLDERS } from "../paths/check_path.ts"
import { listTree } from "./tree.ts"

/** Digests of files by path relative to a root. */
export type FileDigests = Readonly<Record<string, string>>

const MOST_FILES = 20_000
const CONTENT_BYTES = 1024 * 1024

/**
 * Digests of the files in `root` that decide what a check means, and of `also`. In git: files that are not ignored,
 * files in the root itself, and programs in the folders that commands resolve to. Gives null when the folder is
 * unreadable, or has more than 20,000 of them.
 */
export async function checkFiles(root: string, also: readonly string[] = []): Promise<FileDigests | null> {
  try {
    const listed = (await listTree(root)).filter(isCheckPath)
    const programs = await Promise.all(PROGRAM_FOLDERS.map((folder) => namesIn(root, folder)))
    // Configuration in the root itself counts even when git ignores it.
    const top = (await readdir(root)).filter(isCheckPath)
    const paths = [...new Set([...listed, ...top, ...programs.flat(), ...also])]
    if (paths.length > MOST_FILES) return null
    const digests: [string, string][] = []
    for (const path of paths.toSorted()) {
      const digest = await digestOf(join(root, path))
      if (digest !== null) digests.push([path, digest])
    }
    return Object.fromEntries(digests)
  } catch {
    return null
  }
}

/** How the files that decide what a check means have changed, sorted. */
export interface CheckChanges {
  /** Files that were changed or removed, or that are new and no tests; relative to the root. */
  readonly changed: readonly string[]
  /** New test files; they do not change what the others mean. */
  readonly added_tests: readonly string[]
}

export function changedCheckFiles(
  before: FileDigests,
  after: FileDigests,
  isTest: (path: string) => boolean,
): CheckChanges {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)])
  const digest = (digests: FileDigests, path: string): string | undefined =>
    Object.hasOwn(digests, path) ? digests[path] : undefined
  const others = [...paths].filter((path) => digest(before, path) !== digest(after, path)).toSorted()
  const isNewTest = (path: string): boolean => digest(before, path) === undefined && isTest(path)
  return { changed: others.filter((path) => !isNewTest(path)), added_tests: others.filter(isNewTest) }
}

async function namesIn(root: string, folder: string): Promise<readonly string[]> {
  const names = await readdir(join(root, folder)).catch(() => [])
  return names.map((name) => `${folder}/${name}`)
}

async function digestOf(path: string): Promise<string | null> {
  const stats = await lstat(path).catch(() => null)
  if (stats === null || stats.isDirectory()) return null
  const mode = (stats.mode & 0o111) === 0 ? "file" : "program"
  if (stats.isSymbolicLink()) return hashOf(`link ${await readlink(path)}`)
  if (!stats.isFile() || stats.size > CONTENT_BYTES)
    return hashOf(`${mode} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino}`)
  return hashOf(`${mode} `, await readFile(path))
}

function hashOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash("sha256")
  for (const part of parts) hash.update(part)
  return hash.digest("hex").slice(0, 32)
}
