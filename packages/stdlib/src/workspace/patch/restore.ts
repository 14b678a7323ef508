import { randomUUID } from "node:crypto"
import { unlinkSync } from "node:fs"
import { lstat, realpath, rm, rmdir, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { errorCode } from "@proofloop/foundation/errors"
import {
  createDeniedPaths,
  readContent,
  sha256,
  type Located,
  locate,
  type Workspace,
  inPinnedFolder,
  refuseChanged,
  replaceFile,
  syncFolder,
} from "@proofloop/foundation/files"
import type { PatchJournal, PatchJournalEntry } from "./journal_entry.ts"
import { inJournalFolder, type JournalFolder } from "./journal_folder.ts"
import { asPatchError } from "./patch_error.ts"

export interface Restored {
  readonly paths: readonly string[]
  /** Paths that hold someone else's content, or did until it was set aside. */
  readonly foreign: ReadonlyArray<{ readonly path: string; readonly kept_at: string | null }>
  readonly failed: ReadonlyArray<{ readonly path: string; readonly error: unknown }>
}

/** Puts a journal's paths back, last first; someone else's content stays, or is copied aside and replaced. Never rejects. */
export async function restore(
  workspace: Workspace,
  folder: JournalFolder,
  journal: PatchJournal,
  foreign_policy: "set_aside" | "leave",
): Promise<Restored> {
  const paths: string[] = []
  const foreign: Array<{ path: string; kept_at: string | null }> = []
  const failed: Array<{ path: string; error: unknown }> = []
  for (const entry of journal.entries.toReversed()) {
    try {
      const located = await locate(workspace, entry.path, "write")
      await removeTemporary(workspace, located, entry)
      const state = await stateOf(workspace, located, entry)
      if (state.is === "before") continue
      if (state.is === "foreign") {
        const theirs = foreign_policy === "set_aside" ? state.bytes : null
        const kept_at = theirs === null ? null : await setAside(folder, journal, entry, theirs)
        foreign.push({ path: entry.path, kept_at })
        if (theirs === null) continue
      }
      await putBack(workspace, located, entry)
      paths.push(entry.path)
    } catch (error) {
      // The obstacle would stay on a retry; a full disk may not.
      if (asPatchError(error, entry.path).kind === "io") failed.push({ path: entry.path, error })
      else foreign.push({ path: entry.path, kept_at: null })
    }
  }
  await removeFolders(workspace, journal)
  return { paths: paths.toReversed(), foreign: foreign.toReversed(), failed: failed.toReversed() }
}

type State =
  | { readonly is: "before" | "after" }
  /** `bytes` null: not a regular readable file. */
  | { readonly is: "foreign"; readonly bytes: Buffer | null }

async function stateOf(workspace: Workspace, located: Located, entry: PatchJournalEntry): Promise<State> {
  // A file that someone removed holds nothing that could be lost.
  if (located.stats === null) return { is: entry.before === null ? "before" : "after" }
  if (!located.stats.isFile()) return { is: "foreign", bytes: null }
  const { bytes, stats } = await readContent(workspace, located)
  if (entry.before?.bytes.equals(bytes)) {
    return { is: (stats.mode & 0o7777) === entry.before.mode ? "before" : "after" }
  }
  return sha256(bytes) === entry.after ? { is: "after" } : { is: "foreign", bytes }
}

async function putBack(workspace: Workspace, located: Located, { before, temporary }: PatchJournalEntry) {
  if (before !== null) {
    await replaceFile(workspace, located, before.bytes, { mode: before.mode, temporary, durable: true })
  } else if (located.stats !== null) {
    await deleteFile(workspace, located)
  }
}

/** Deletes exactly the file that was looked at. Throws RequestError when it was replaced meanwhile. */
export async function deleteFile(workspace: Workspace, located: Located): Promise<void> {
  await inPinnedFolder(workspace, located, { create: false }, async (parent) => {
    const target = join(parent, basename(located.absolute))
    refuseChanged(located, target)
    unlinkSync(target)
    await syncFolder(parent)
  })
}

async function removeTemporary(workspace: Workspace, located: Located, { temporary }: PatchJournalEntry) {
  await inPinnedFolder(workspace, located, { create: false }, (parent) =>
    rm(join(parent, temporary), { force: true }),
  ).catch((error: unknown) => {
    if (errorCode(error) !== "ENOENT") throw error
  })
}

/** Copies a content to a place that nothing reads, and says where. */
export async function setAside(
  folder: JournalFolder,
  { id }: PatchJournal,
  { path }: PatchJournalEntry,
  bytes: Buffer,
): Promise<string> {
  const name = `${randomUUID()}-${basename(path).slice(0, 60)}`
  const place = `${folder.rescued}/${id}`
  await inJournalFolder(folder, place, async (at) => {
    await writeFile(join(at, name), bytes, { flag: "wx", mode: 0o600 })
    await syncFolder(at)
  })
  return join(folder.base, place, name)
}

/** Folders follow other rules than patched files: `go.sum/a.txt` is fine, and so is `a /b.txt`. */
async function removeFolders(workspace: Workspace, { folders }: PatchJournal): Promise<void> {
  const denied = createDeniedPaths([])
  for (const path of folders.toReversed()) {
    const absolute = join(workspace.root, path)
    const located = { relative: path, absolute, stats: null }
    try {
      if (denied(path) !== null || (await realpath(dirname(absolute))) !== dirname(absolute)) continue
      await inPinnedFolder(workspace, located, { create: false }, (parent) =>
        rmdir(join(parent, basename(absolute))),
      )
    } catch {
      // Missing, or not empty: then it is someone else's by now.
    }
  }
}

/** Missing folders above the paths, outer ones first. */
export async function missingFolders(
  workspace: Workspace,
  targets: readonly Located[],
): Promise<readonly string[]> {
  const missing = new Set<string>()
  for (const { relative } of targets) {
    for (let folder = dirname(relative); folder !== "."; folder = dirname(folder)) {
      if (missing.has(folder)) break
      if ((await lstat(join(workspace.root, folder)).catch(() => null)) !== null) break
      missing.add(folder)
    }
  }
  return [...missing].toSorted((one, other) => one.length - other.length)
}
