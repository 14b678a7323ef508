import type { BigIntStats, Dirent } from "node:fs"
import { readdir, stat } from "node:fs/promises"
import { join, resolve } from "node:path"
import { errorCode } from "@proofloop/foundation/errors"
import { fileErrorReason } from "@proofloop/foundation/files"
import { isEventFolder } from "@proofloop/replay/internal/sessions"
import { Misuse } from "../console/misuse.ts"

/** A file to read, or a folder that looks like one session with an event a file. */
export interface Target {
  readonly name: string
  readonly file: string
  readonly bytes: number
  /** The same for every path that leads to the file. */
  readonly identity: string
  /** Named by the user, not found in a folder; then a message says that it is not a session. */
  readonly named: boolean
  /** For such a folder: the files to read if they are separate sessions. */
  readonly files?: readonly Target[]
}

/** Called with each path that cannot be looked at, and the reason. */
type Tell = (problem: string) => void

const SESSION_FILE = /\.(?:jsonl|json|traj|ndjson)$|^\.aider\.chat\.history\.md$/
const LEFT_OUT: ReadonlySet<string> = new Set(["node_modules", ".git"])
const MAX_DEPTH = 16

/** The files that paths stand for, in the order of the paths; a folder's files by name. Throws Misuse. */
export async function readTargets(
  names: readonly string[],
  cwd: string,
  tell: Tell,
): Promise<readonly Target[]> {
  const targets: Target[] = []
  for (const name of names) targets.push(...(await namedTargets(name, cwd, tell)))
  if (targets.length === 0) throw new Misuse("no session could be read")
  return targets
}

async function namedTargets(name: string, cwd: string, tell: Tell): Promise<readonly Target[]> {
  const file = resolve(cwd, name)
  const stats = await stat(file, { bigint: true }).catch((error: unknown) => {
    if (isMissing(error)) throw new Misuse(`there is no file or folder ${name}`)
    tell(`${name}: ${fileErrorReason(error)}`)
    return null
  })
  if (stats === null) return []
  if (!stats.isDirectory()) return [targetOf(name, file, stats, true)]
  let has_told = false
  const found = await sessionFiles(file, name, (problem) => {
    has_told = true
    tell(problem)
  })
  if (found.length === 0 && !has_told) {
    tell(`${name} holds no session files (.jsonl, .json, .traj, .aider.chat.history.md)`)
  }
  return found
}

/** The sessions below a folder; none if it is missing. Follows no symbolic links. */
export async function sessionFiles(
  folder: string,
  name: string,
  tell: Tell,
  depth = 0,
): Promise<readonly Target[]> {
  const files = await filesBelow(folder, name, tell, depth)
  if (files.length === 0 || !(await isEventFolder(folder))) return files
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const stats = await stat(folder, { bigint: true }).catch(() => null)
  return stats === null ? files : [{ ...targetOf(name, folder, stats, false), bytes, files }]
}

async function filesBelow(
  folder: string,
  name: string,
  tell: Tell,
  depth: number,
): Promise<readonly Target[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown): Dirent[] => {
    if (!isMissing(error)) tell(`${name}: the folder cannot be listed: ${fileErrorReason(error)}`)
    return []
  })
  const found: Target[] = []
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = join(folder, entry.name)
    const shown = join(name, entry.name)
    if (entry.isDirectory() && depth < MAX_DEPTH && !LEFT_OUT.has(entry.name)) {
      found.push(...(await sessionFiles(file, shown, tell, depth + 1)))
    } else if (entry.isFile() && SESSION_FILE.test(entry.name)) {
      const stats = await stat(file, { bigint: true }).catch(() => null)
      if (stats !== null) found.push(targetOf(shown, file, stats, false))
    }
  }
  return found
}

/** Whether a file is one of the targets, by whatever path or link. */
export async function isTarget(file: string, targets: readonly Target[]): Promise<boolean> {
  const stats = await stat(file, { bigint: true }).catch(() => null)
  if (stats === null) return false
  const all = targets.flatMap((target) => target.files ?? target)
  return all.some(({ identity }) => identity === identityOf(stats))
}

function targetOf(name: string, file: string, stats: BigIntStats, named: boolean): Target {
  return { name, file, bytes: Number(stats.size), identity: identityOf(stats), named }
}

function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`
}

function isMissing(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(errorCode(error))
}
