import { lstat, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { errorCode } from "../errors/error_code.ts"
import { containedRead } from "../files/contained_read.ts"
import { inParallel } from "../process/in_parallel.ts"
import { type ChangeSet, changeSet } from "./change_set.ts"
import { type ChangedFile, changedFiles, fileId, isFileMode, treeOf } from "./changed_files.ts"
import { contentMemory } from "./content_memory.ts"
import { requireGit } from "./git.ts"
import { type Blob, readBlobs } from "./git_blobs.ts"
import { installedFolders, isBelowAny } from "./installed_folders.ts"
import { placeOf, type Scratch, scratchAt } from "./scratch.ts"
import { settledValue } from "./settled_value.ts"
import { isStatePath } from "./state_paths.ts"
import { type DiskStatus, diskStatus } from "./status_rows.ts"
import { indexListing, isThere, SPARSE, workTreeGit } from "./work_tree.ts"

export interface GitChange extends ChangeSet {
  /** Touched files whose content is not part of the change, each with its reason. */
  readonly skipped: readonly SkippedFile[]
}

export interface WorkingChange extends GitChange {
  /** Folders of package managers that were left out unread, each with the number of its untracked files. */
  readonly installed: ReadonlyMap<string, number>
}

/** `too_large`: more than 2 MiB on one side. `unreadable`: the system refuses the file or folder, or no UTF-8 name. */
export interface SkippedFile {
  /** Relative to the root, with "/". */
  readonly path: string
  readonly reason: "too_large" | "unreadable"
}

export interface WorkingChangeOptions {
  /** Whether untracked files of package managers are left out, unread. Default false. */
  readonly without_installed?: boolean | undefined
}

/** Reads the change of a work tree since one base, as often as it is asked. Rejects with GitError. */
export type ChangeReader = (options?: WorkingChangeOptions) => Promise<WorkingChange>

/**
 * All differences between a commit or tree and the work tree below `root`, sorted by path. Includes untracked files;
 * leaves out ignored ones, symbolic links and submodules. Flags in the index and filters of the repository hide
 * nothing. Rejects with GitError.
 */
export async function workingChange(
  root: string,
  base = "HEAD",
  options: WorkingChangeOptions = {},
): Promise<WorkingChange> {
  const read = await openWorkingChange(root, base)
  return read(options)
}

/**
 * The same for several readings since one state of the base. What git knows of the base and how it treats the file
 * system stay as they are now; files, index and patterns are looked at in each reading. Rejects with GitError.
 */
export async function openWorkingChange(root: string, base = "HEAD"): Promise<ChangeReader> {
  const { place, id } = await placeOf(root, `${base}^{tree}`).catch(async (error: unknown) => {
    await requireGit(root, ["rev-parse", "--show-toplevel"])
    throw error
  })
  const tree = id ?? (await treeOf(root, base))
  return async (options = {}) => {
    const scratch = await scratchAt(place)
    const file = scratch.outside["GIT_INDEX_FILE"] ?? ""
    const inWorkTree = workTreeGit(scratch)
    const looked = async (): Promise<DiskStatus> => {
      const known = baseIndexes.get(tree)
      if (known === undefined) await inWorkTree(["read-tree", tree])
      else await writeFile(file, known)
      // Without what git found on the disk: each reading compares the contents.
      if (known === undefined) baseIndexes.keep(tree, await readFile(file))
      return diskStatus(scratch, inWorkTree)
    }
    try {
      const [index, disk] = await Promise.allSettled([indexListing(root), looked()])
      return await changeOnDisk(scratch, settledValue(disk), settledValue(index), options)
    } finally {
      await scratch.remove()
    }
  }
}

/** Indexes that hold one tree alone, by its id: the user's index can hide new files. */
const baseIndexes = contentMemory<Buffer>(64 * 2 ** 20, ({ length }) => length)

async function changeOnDisk(
  scratch: Scratch,
  { rows, has_complaints, others }: DiskStatus,
  index: ReadonlyMap<string, string>,
  { without_installed = false }: WorkingChangeOptions,
): Promise<WorkingChange> {
  const before = new Map(rows.map((row) => [row.path, fileId(row.before)]))
  const staged = [...index.keys()].filter((path) => !before.has(path))
  const untracked = others.paths.filter((path) => !index.has(path))
  const installed = without_installed ? installedFolders(untracked) : new Map<string, number>()
  const kept = untracked.filter((path) => !isBelowAny(path, installed))
  const refused = has_complaints ? await refusedFiles(scratch, [...before.keys()]) : []
  const is_here = new Map([...staged, ...kept, ...refused].map((path) => [path, true]))
  for (const { path, status, mode } of rows) {
    if (status === ".") continue
    const is_left_out = status === "D" && index.get(path) === SPARSE && !(await isThere(scratch, path))
    if (!is_left_out) is_here.set(path, isFileMode(mode))
  }
  const paths = [...is_here.keys()].filter((path) => !isStatePath(path))
  const ids = new Map(paths.map((path) => [path, before.get(path) ?? null]))
  const blobs = await readBlobs(scratch.root, definite([...ids.values()]))
  const sides = await inParallel([...ids], MOST_READS, async ([path, id]): Promise<Sides> => {
    const after = is_here.get(path) === true ? await containedRead(scratch.root, path) : null
    return { path, before: id === null ? null : (blobs.get(id) ?? null), after }
  })
  const closed = others.closed.map((path) => ({ path, before: null, after: "unreadable" as const }))
  return { ...gitChange([...sides, ...closed]), installed }
}

/** Files that are read at a time: each opens the folders above it one after the other. */
const MOST_READS = 16

/** Which of these files the system does not let anybody find. */
async function refusedFiles(scratch: Scratch, paths: readonly string[]): Promise<readonly string[]> {
  const tried = await inParallel(paths, MOST_READS, async (path) => {
    const found = await lstat(join(scratch.root, path)).then(() => null, errorCode)
    return found === "EACCES" ? path : null
  })
  return definite(tried)
}

/** All differences between two commits below `root`, as `workingChange` tells them. Rejects with GitError. */
export async function rangeChange(root: string, base: string, head: string): Promise<GitChange> {
  const changed = await changedFiles(root, [await treeOf(root, base), await treeOf(root, head)])
  return changeOf(root, changed)
}

/** The change whose files have these contents before and after. Rejects with GitError. */
export async function changeOf(root: string, changed: readonly ChangedFile[]): Promise<GitChange> {
  const blobs = await readBlobs(root, definite(changed.flatMap(({ before, after }) => [before, after])))
  const content = (id: string | null) => (id === null ? null : (blobs.get(id) ?? null))
  return gitChange(
    changed.map(({ path, before, after }) => ({ path, before: content(before), after: content(after) })),
  )
}

interface Sides {
  readonly path: string
  readonly before: Blob
  readonly after: Blob | "unreadable"
}

function gitChange(all: readonly Sides[]): GitChange {
  const files: Array<Parameters<typeof changeSet>[0][number]> = []
  const skipped: SkippedFile[] = []
  for (const { path, before, after } of all.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    if (path.includes("\ufffd") || after === "unreadable") skipped.push({ path, reason: "unreadable" })
    else if (before === "too_large" || after === "too_large") skipped.push({ path, reason: "too_large" })
    else if (!isSame(before, after)) files.push({ path, before, after })
  }
  return { ...changeSet(files), skipped }
}

function isSame(before: Buffer | null, after: Buffer | null): boolean {
  return before === null || after === null ? before === after : before.equals(after)
}

function definite(ids: ReadonlyArray<string | null>): readonly string[] {
  return ids.filter((id) => id !== null)
}
