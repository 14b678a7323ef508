import { basename, join } from "node:path"
import { errorCode } from "@proofloop/foundation/errors"
import { openWorkspace, type Workspace } from "@proofloop/foundation/files"
import { settleCommit } from "@proofloop/foundation/git"
import { deniedEntry } from "@proofloop/foundation/paths"
import { type LockHolder, withLock } from "@proofloop/foundation/process"
import { readCommitNote } from "./commit_note.ts"
import { abandonJournal, endJournal, listAbandoned } from "./journal.ts"
import type { PatchJournal } from "./journal_entry.ts"
import { inJournalFolder, type JournalFolder, journalFolder, removeEmptyFolders } from "./journal_folder.ts"
import { asPatchError, PatchError } from "./patch_error.ts"
import { type Restored, restore, setAside } from "./restore.ts"

/**
 * Undoes what killed processes left half-applied below `root`, once at start, and resolves to the restored paths. One
 * process recovers at a time; running transactions of others stay, as does what HEAD has. A file that someone changed
 * since is kept: the old content is copied aside, and the promise rejects with a PatchError that says where.
 */
export async function recoverPatches(root: string): Promise<readonly string[]> {
  const opened = openWorkspace({ root, denied_paths: [], max_file_bytes: Number.MAX_SAFE_INTEGER })
  try {
    return await recover({ ...opened, denied: deniedEntry })
  } catch (error) {
    throw asPatchError(error, "")
  }
}

async function recover(workspace: Workspace): Promise<readonly string[]> {
  const folder = await journalFolder(workspace.root)
  if ((await listAbandoned(folder)).length === 0) return []
  return (await alone(folder, () => putAllBack(workspace, folder))) ?? []
}

/** One process at a time. null: the folder was removed with its last journal while this process waited. */
async function alone<Result>(folder: JournalFolder, work: () => Promise<Result>): Promise<Result | null> {
  const busy = ({ pid, host, claim }: LockHolder) => {
    const path = join(folder.base, folder.journals, basename(claim))
    const message = `process ${pid} on ${host} is recovering patches here. If that process is gone, delete ${path}`
    return new PatchError("io", "", message)
  }
  let is_alone = false
  try {
    return await inJournalFolder(folder, folder.journals, (at) =>
      withLock(join(at, "recovery"), { wait_ms: LONGEST_WAIT_MS, busy }, async () => {
        is_alone = true
        return work()
      }),
    )
  } catch (error) {
    if (!is_alone && errorCode(error) === "ENOENT") return null
    throw error
  } finally {
    await removeEmptyFolders(folder)
  }
}

const LONGEST_WAIT_MS = 30_000

async function putAllBack(workspace: Workspace, folder: JournalFolder): Promise<readonly string[]> {
  const paths: string[] = []
  const conflicts: string[] = []
  for (const journal of await listAbandoned(folder)) {
    if (await isCommitted(workspace, folder, journal)) {
      await endJournal(folder, journal)
      continue
    }
    const restored = await restore(workspace, folder, journal, "leave")
    const [failed] = restored.failed
    if (failed !== undefined) {
      abandonJournal(journal)
      throw asPatchError(failed.error, failed.path)
    }
    conflicts.push(...(await keepOldContents(folder, journal, restored)))
    await endJournal(folder, journal)
    paths.push(...restored.paths)
  }
  if (conflicts.length === 0) return paths
  const message = `changed by someone else since a process was killed, and left as it is: ${conflicts.join(", ")}`
  throw new PatchError("conflict", "", message)
}

/** Killed after the commit and before the end of the journal, so nothing is half-done. */
async function isCommitted(
  { root }: Workspace,
  folder: JournalFolder,
  journal: PatchJournal,
): Promise<boolean> {
  const commit = await readCommitNote(folder, journal)
  const paths = journal.entries.map(({ path }) => path)
  return commit !== null && (await settleCommit(root, commit, paths))
}

async function keepOldContents(
  folder: JournalFolder,
  journal: PatchJournal,
  { foreign }: Restored,
): Promise<readonly string[]> {
  const conflicts: string[] = []
  for (const { path } of foreign) {
    const entry = journal.entries.find((known) => known.path === path)
    if (entry === undefined) continue
    if (entry.before === null) conflicts.push(`${path} (new)`)
    else conflicts.push(`${path} (before: ${await setAside(folder, journal, entry, entry.before.bytes)})`)
  }
  return conflicts
}
