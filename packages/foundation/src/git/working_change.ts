import { lstat } from "node:fs/promises"
import { join } from "node:path"
import { errorCode } from "../errors/error_code.ts"
import { containedRead } from "../files/contained_read.ts"
import { inParallel } from "../process/in_parallel.ts"
import { type ChangeSet, changeSet } from "./change_set.ts"
import {
  type ChangedFile,
  changedFiles,
  fileId,
  RAW_DIFF,
  type RawRow,
  rawRows,
  treeOf,
} from "./changed_files.ts"
import { type Blob, readBlobs } from "./git_blobs.ts"
import { installedFolders, isBelowAny } from "./installed_folders.ts"
import { openScratch, type Scratch } from "./scratch.ts"
import { isStatePath } from "./state_paths.ts"
import { type TreeEntry, treeEntries } from "./tree_entries.ts"
import {
  indexListing,
  type InWorkTree,
  isThere,
  SPARSE,
  subtreeOf,
  type Untracked,
  untrackedFiles,
  workTreeGit,
} from "./work_tree.ts"

/** A change as git tells it, and the files it leaves out. */
export interface GitChange extends ChangeSet {
  /** Touched files whose content is not part of the change, each with its reason. */
  readonly skipped: readonly SkippedFile[]
}

/** A change of the work tree. */
export interface WorkingChange extends GitChange {
  /** Folders of package managers that were left out unread, each with the number of its untracked files. */
  readonly installed: ReadonlyMap<string, number>
}

/**
 * `too_large`: more than 2 MiB on one side. `unreadable`: the system refuses the file or the folder, or its name is
 * not UTF-8.
 */
export interface SkippedFile {
  /** Relative to the root, with "/". */
  readonly path: string
  /** Why it is left out. */
  readonly reason: "too_large" | "unreadable"
}

/** What may be left out of a change of the work tree. */
export interface WorkingChangeOptions {
  /** Whether untracked files of package managers are left out, unread. Default false. */
  readonly without_installed?: boolean | undefined
}

/**
 * All differences between a commit or tree and the work tree below `root`, sorted by path. Includes untracked files;
 * leaves out ignored ones, symbolic links and submodules. Flags in the index and filters of the repository hide
 * nothing. Rejects with GitError.
 */
export async function workingChange(
  root: string,
  base = "HEAD",
  { without_installed = false }: WorkingChangeOptions = {},
): Promise<WorkingChange> {
  const { tree, scratch, inWorkTree, index } = await openAt(root, base)
  try {
    const [before, { rows, has_complaints, others }] = await Promise.all([
      subtreeOf(scratch, tree).then((subtree) => treeEntries(scratch, subtree)),
      diskSince(scratch, inWorkTree(scratch), tree),
    ])
    const staged = [...index.keys()].filter((path) => !before.has(path))
    const untracked = others.paths.filter((path) => !index.has(path))
    const installed = without_installed ? installedFolders(untracked) : new Map<string, number>()
    const kept = untracked.filter((path) => !isBelowAny(path, installed))
    const refused = has_complaints ? await refusedFiles(scratch, [...before.keys()]) : []
    const is_here = new Map([...staged, ...kept, ...refused].map((path) => [path, true]))
    for (const { path, status, after } of rows) {
      const is_left_out = status === "D" && index.get(path) === SPARSE && !(await isThere(scratch, path))
      if (!is_left_out) is_here.set(path, fileId(after) !== null)
    }
    const paths = [...is_here.keys()].filter((path) => !isStatePath(path))
    const ids = new Map(paths.map((path) => [path, idOfFile(before.get(path))]))
    const sizes = new Map([...before.values()].map(({ id, bytes }) => [id, bytes]))
    const blobs = await readBlobs(root, definite([...ids.values()]), sizes)
    const sides = await inParallel([...ids], MOST_READS, async ([path, id]): Promise<Sides> => {
      const after = is_here.get(path) === true ? await containedRead(scratch.root, path) : null
      return { path, before: id === null ? null : (blobs.get(id) ?? null), after }
    })
    const closed = others.closed.map((path) => ({ path, before: null, after: "unreadable" as const }))
    return { ...gitChange([...sides, ...closed]), installed }
  } finally {
    await scratch.remove()
  }
}

/** Files that are read at a time: each opens the folders above it one after the other. */
const MOST_READS = 16

/** All are asked at once: git takes longer to start than to answer. */
async function openAt(root: string, base: string) {
  const asked = [treeOf(root, base), openScratch(root), workTreeGit(root), indexListing(root)] as const
  const [tree, scratch, inWorkTree, index] = await Promise.allSettled(asked)
  try {
    return {
      tree: valueOf(tree),
      scratch: valueOf(scratch),
      inWorkTree: valueOf(inWorkTree),
      index: valueOf(index),
    }
  } catch (error) {
    if (scratch.status === "fulfilled") await scratch.value.remove()
    throw error
  }
}

function valueOf<Value>(settled: PromiseSettledResult<Value>): Value {
  if (settled.status === "fulfilled") return settled.value
  throw settled.reason
}

interface Disk {
  /** The files that the base has and that are different on the disk. */
  readonly rows: readonly RawRow[]
  /** Git leaves out a file that it may not look for, and says so beside its answer. */
  readonly has_complaints: boolean
  /** What the base has not. */
  readonly others: Untracked
}

/** Compares the disk with an index that holds the base alone, because the user's index can hide new files. */
async function diskSince(scratch: Scratch, inWorkTree: InWorkTree, base: string): Promise<Disk> {
  await inWorkTree(["read-tree", base])
  // A file in the place of a submodule is a difference; what lies in a submodule is none.
  const scope = ["--relative", "--ignore-submodules=dirty", "--", "."]
  const [rows, others] = await Promise.all([
    inWorkTree([...RAW_DIFF, ...scope]),
    untrackedFiles(scratch, inWorkTree),
  ])
  return { rows: rawRows(rows.stdout), has_complaints: rows.stderr !== "", others }
}

/** Which of these files the system does not let anybody find. */
async function refusedFiles(scratch: Scratch, paths: readonly string[]): Promise<readonly string[]> {
  const tried = await inParallel(paths, MOST_READS, async (path) => {
    const found = await lstat(join(scratch.root, path)).then(() => null, errorCode)
    return found === "EACCES" ? path : null
  })
  return definite(tried)
}

function idOfFile(entry: TreeEntry | undefined): string | null {
  return entry?.kind === "file" ? entry.id : null
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
