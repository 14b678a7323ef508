import { createDeniedPaths, openWorkspace, type Workspace, replaceFile } from "@proofloop/foundation/files"
import { type ChangeSet, changeSet } from "@proofloop/foundation/git"
import { deniedEntry } from "@proofloop/foundation/paths"
import { noteCommit } from "./commit_note.ts"
import { abandonJournal, beginJournal, endJournal, newJournal } from "./journal.ts"
import type { PatchJournal } from "./journal_entry.ts"
import { type JournalFolder, journalFolder } from "./journal_folder.ts"
import type { PatchOptions } from "./patch.ts"
import { asPatchError, PatchError } from "./patch_error.ts"
import { type PlannedWrite, planWrites } from "./plan_writes.ts"
import { deleteFile, missingFolders, restore } from "./restore.ts"

export interface AppliedPatches {
  /** Every requested path, with its content before and now. */
  readonly change: ChangeSet
  /** With `until_accepted`: call before a branch gets the commit with the patches; `recoverPatches` then leaves them alone. */
  committing(commit: string): Promise<void>
  /** Keeps them: ends the journal of `until_accepted`, else does nothing. */
  accept(): Promise<void>
  /** Restores every path. Rejects with a PatchError "conflict" when someone wrote to one; copies that content aside. */
  revert(): Promise<void>
}

/** Called with the name of each step before it. A throw fails that step. */
export type Watch = (step: string) => void | Promise<void>

const DEFAULT_MAX_BYTES = 2 * 2 ** 20

/**
 * Applies all patches or none: everything is checked before anything is written. After a failure the old state is
 * restored, after a crash by `recoverPatches`. No path leaves `root`, goes through a symbolic link, is on the
 * denylist or is a manifest out of scope. Rejects with PatchError; throws InvalidOptionError for a bad root.
 * @requirement critics.patch
 */
export function applyPatches(
  root: string,
  patches: readonly unknown[],
  options: PatchOptions = {},
): Promise<AppliedPatches> {
  return applyWatched(root, patches, options, () => {})
}

export async function applyWatched(
  root: string,
  patches: readonly unknown[],
  options: PatchOptions,
  watch: Watch,
): Promise<AppliedPatches> {
  const { denied = [], max_file_bytes = DEFAULT_MAX_BYTES } = options
  const workspace = { ...openWorkspace({ root, denied_paths: [], max_file_bytes }), denied: deniedEntry }
  const rules = { ...options, denied: typeof denied === "function" ? denied : createDeniedPaths(denied) }
  const planned = await planWrites(workspace, patches, rules)
  const change = changeSet(
    planned.map(({ located, before, after }) => ({
      path: located.relative,
      before: before?.bytes ?? null,
      after,
    })),
  )
  const writes = planned.filter(({ before, after }) => after === null || !before?.bytes.equals(after))
  const nothing = async () => {}
  if (writes.length === 0) return { change, committing: nothing, accept: nothing, revert: nothing }
  return runTransaction(workspace, { writes, change, keep: options.until_accepted === true, watch })
}

async function runTransaction(
  workspace: Workspace,
  { writes, change, keep, watch }: Transaction,
): Promise<AppliedPatches> {
  const folder = await journalFolder(workspace.root)
  const targets = writes.map(({ located }) => located)
  const journal = newJournal(writes, await missingFolders(workspace, targets))
  await beginJournal(folder, journal).catch((error: unknown) => {
    throw asPatchError(error, "")
  })
  await writeAll(workspace, folder, journal, { writes, watch, keep })
  let state: "applied" | "journaled" | "ended" = keep ? "journaled" : "applied"
  return {
    change,
    async committing(commit) {
      if (state === "journaled") await noteCommit(folder, journal, commit)
    },
    async accept() {
      const has_journal = state === "journaled"
      state = "ended"
      if (has_journal) await endOrAbandon(folder, journal)
    },
    async revert() {
      if (state === "ended") return
      const has_journal = state === "journaled"
      state = "ended"
      try {
        if (!has_journal) await beginJournal(folder, journal)
        await watch("revert")
        await undo(workspace, folder, journal)
      } catch (error) {
        abandonJournal(journal)
        throw asPatchError(error, "")
      }
    },
  }
}

interface Transaction {
  readonly writes: readonly PlannedWrite[]
  readonly change: ChangeSet
  readonly keep: boolean
  readonly watch: Watch
}

async function writeAll(
  workspace: Workspace,
  folder: JournalFolder,
  journal: PatchJournal,
  { writes, watch, keep }: Omit<Transaction, "change">,
): Promise<void> {
  let begun = 0
  try {
    for (const [index, write] of writes.entries()) {
      await watch(`write ${index}`)
      begun = index + 1
      await writeOne(workspace, write, journal.entries[index]?.temporary ?? "")
    }
    await watch("end")
    if (!keep) await endJournal(folder, journal)
  } catch (error) {
    const entries = journal.entries.slice(0, begun)
    const { failed } = await restore(unbounded(workspace), folder, { ...journal, entries }, "leave")
    if (failed.length === 0) await endOrAbandon(folder, journal)
    else abandonJournal(journal)
    throw asPatchError(error, writes[begun - 1]?.given ?? "")
  }
}

/** A journal that cannot be removed is left to `recoverPatches`. */
async function endOrAbandon(folder: JournalFolder, journal: PatchJournal): Promise<void> {
  await endJournal(folder, journal).catch(() => abandonJournal(journal))
}

/** Someone else's version of a file may be longer than a patch may write. */
function unbounded(workspace: Workspace): Workspace {
  return { ...workspace, max_file_bytes: Number.MAX_SAFE_INTEGER }
}

async function writeOne(workspace: Workspace, { located, after }: PlannedWrite, temporary: string) {
  if (after === null) await deleteFile(workspace, located)
  else await replaceFile(workspace, located, after, { temporary, durable: true })
}

async function undo(workspace: Workspace, folder: JournalFolder, journal: PatchJournal): Promise<void> {
  const { foreign, failed } = await restore(unbounded(workspace), folder, journal, "set_aside")
  const [first] = failed
  if (first !== undefined) throw asPatchError(first.error, first.path)
  await endJournal(folder, journal)
  const [theirs] = foreign
  if (theirs === undefined) return
  const what = foreign.map(({ path, kept_at }) =>
    kept_at === null ? `${path} (left as it is)` : `${path} (kept at ${kept_at})`,
  )
  throw new PatchError(
    "conflict",
    theirs.path,
    `changed by someone else before the patches were reverted: ${what.join(", ")}`,
  )
}
