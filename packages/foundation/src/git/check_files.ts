import { createHash } from "node:crypto"
import { lstat, readdir, readFile, readlink } from "node:fs/promises"
import { join } from "node:path"
import { isCheckPath, PROGRAM_FOLDERS } from "../paths/check_path.ts"

/** Digests of files by path relative to a root. */
export type FileDigests = Readonly<Record<string, string>>

const CONTENT_BYTES = 1024 * 1024

/**
 * Digests of files in `root` that decide what a check means and that git may ignore. They are configuration in the
 * root itself, programs in the folders that commands resolve to, and `also`. null when the folder is unreadable.
 */
export async function ignoredCheckFiles(
  root: string,
  also: readonly string[] = [],
): Promise<FileDigests | null> {
  try {
    const programs = await Promise.all(PROGRAM_FOLDERS.map((folder) => namesIn(root, folder)))
    const top = (await readdir(root)).filter(isCheckPath)
    const digests: [string, string][] = []
    for (const path of new Set([...top, ...programs.flat(), ...also])) {
      const digest = await digestOf(join(root, path))
      if (digest !== null) digests.push([path, digest])
    }
    return Object.fromEntries(digests)
  } catch {
    return null
  }
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
