import { createHash } from "node:crypto"
import { chmod, lstat, mkdir, readdir, readFile, realpath, rm, rmdir, stat } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { errorCode, thrownMessage } from "@proofloop/foundation/errors"
import { isInside, writeWholeFile } from "@proofloop/foundation/files"
import { InstallError } from "./install_error.ts"

/** A file of settings as it is now. */
export interface SettingsFile {
  /** As the host finds it. */
  readonly path: string
  /** The real place of its bytes; differs for a link. */
  readonly real: string
  /** With its byte order mark; null without a file. */
  readonly text: string | null
  /** Permissions; null without a file. */
  readonly mode: number | null
}

const MAX_BYTES = 16 * 1024 * 1024
const NEW_FILE_MODE = 0o644

/**
 * Reads settings. With `root`, refuses a link that leads out of it: a repository must not choose files of the person.
 * Rejects with InstallError.
 */
export async function readSettings(path: string, root: string | null): Promise<SettingsFile> {
  try {
    if (root !== null) await refuseOutside(path, root)
    const link = await lstat(path).catch(absent)
    if (link === null) return { path, real: path, text: null, mode: null }
    const real = await realpath(path).catch(absent)
    if (real === null) throw new InstallError(path, "is a link to a file that is not there")
    const stats = await stat(real)
    if (!stats.isFile()) throw new InstallError(path, "is not a file")
    if (stats.size > MAX_BYTES) throw new InstallError(path, `has ${stats.size} bytes: too many for settings`)
    return { path, real, text: decoded(path, await readFile(real)), mode: stats.mode & 0o7777 }
  } catch (error) {
    throw asInstallError(path, error)
  }
}

/**
 * Writes a settings text in one step, keeping permissions; resolves to the folders it made. Rejects with
 * InstallError.
 */
export async function writeSettings(file: SettingsFile, text: string): Promise<readonly string[]> {
  refuseReadOnly(file)
  try {
    const made = await makeFolders(dirname(file.real))
    await refuseChanged(file)
    const mode = file.mode ?? NEW_FILE_MODE
    await writeWholeFile(file.real, text, { mode })
    if (file.mode !== null) await chmod(file.real, file.mode)
    return made
  } catch (error) {
    throw asInstallError(file.path, error)
  }
}

/** Removes a file, and those of these folders that are then empty. Rejects with InstallError. */
export async function removeSettings(file: SettingsFile, folders: readonly string[]): Promise<void> {
  refuseReadOnly(file)
  try {
    await refuseChanged(file)
    await rm(file.path)
    for (const folder of folders.toSorted((left, right) => right.length - left.length)) {
      await rmdir(folder).catch(() => undefined)
    }
  } catch (error) {
    throw asInstallError(file.path, error)
  }
}

/** Keeps a backup of settings beside them, once for each content; resolves to its path. Rejects with InstallError. */
export async function backUp(file: SettingsFile, now: Date): Promise<string | null> {
  if (file.text === null) return null
  try {
    const sha256 = sha256Of(file.text)
    const known = await backupOf(file.path, sha256)
    if (known !== null) return known
    const time = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, "")
    const path = join(
      dirname(file.path),
      `${basename(file.path)}${BACKUP_MARK}${time}-${sha256.slice(0, 8)}.bak`,
    )
    // Settings may hold keys, so their copy is for the person alone.
    await writeWholeFile(path, file.text, { mode: 0o600 })
    return path
  } catch (error) {
    throw asInstallError(file.path, error)
  }
}

/** The backup with this content, if there is one. */
export async function backupOf(path: string, sha256: string): Promise<string | null> {
  const names = await readdir(dirname(path)).catch(() => [])
  for (const name of names) {
    if (!name.startsWith(`${basename(path)}${BACKUP_MARK}`) || !name.endsWith(".bak")) continue
    const backup = join(dirname(path), name)
    const bytes = await readFile(backup).catch(absent)
    if (bytes !== null && sha256Of(bytes) === sha256) return backup
  }
  return null
}

const BACKUP_MARK = ".proofloop-"

export function sha256Of(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex")
}

/** This process may be able to write anyway, as root; but the person made the file read-only. */
function refuseReadOnly({ path, mode }: SettingsFile): void {
  if (mode !== null && (mode & 0o222) === 0) throw new InstallError(path, "is read-only: nothing was written")
}

async function refuseChanged({ path, real, text }: SettingsFile): Promise<void> {
  const now = await readFile(real).catch(absent)
  const is_same = now === null || text === null ? now === text : sha256Of(now) === sha256Of(text)
  if (!is_same) throw new InstallError(path, "was changed by someone else meanwhile: try again")
}

async function refuseOutside(path: string, root: string): Promise<void> {
  const real_root = await realpath(root)
  let existing = path
  while ((await lstat(existing).catch(absent)) === null && dirname(existing) !== existing)
    existing = dirname(existing)
  const real = await realpath(existing).catch(absent)
  if (real !== null && real !== real_root && !isInside(real_root, real))
    throw new InstallError(path, `leads out of ${root}, to ${real}: nothing was written`)
}

async function makeFolders(folder: string): Promise<readonly string[]> {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return []
  const made: string[] = []
  for (let at = folder; at.length >= first.length; at = dirname(at)) made.push(at)
  return made
}

function decoded(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new InstallError(path, "is not UTF-8")
  }
}

function absent(error: unknown): null {
  if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return null
  throw error
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "may not be read or written by you",
  EPERM: "may not be written by you",
  EROFS: "is on a disk that is read-only",
  ENOSPC: "cannot be written: the disk is full",
  ENOTDIR: "cannot be there: a folder above it is a file",
  ELOOP: "is a link that leads to itself",
}

function asInstallError(path: string, error: unknown): InstallError {
  if (error instanceof InstallError) return error
  return new InstallError(path, REASONS[errorCode(error)] ?? thrownMessage(error))
}
