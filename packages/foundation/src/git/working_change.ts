import { containedRead } from "../files/contained_read.ts"
import { inParallel } from "../process/in_parallel.ts"
import { type ChangeSet, changeSet } from "./change_set.ts"
import { type ChangedFile, changedFiles, fileId, type RawRow, rawRows, treeOf } from "./changed_files.ts"
import { requireGit } from "./git.ts"
import { type Blob, readBlobs } from "./git_blobs.ts"
import { openScratch, type Scratch } from "./scratch.ts"
import { isStatePath } from "./state_paths.ts"
import { type TreeEntry, treeEntries } from "./tree_entries.ts"
import { readWorkTree, type ReadWorkTreeOptions, subtreeOf } from "./work_tree.ts"

/** A change as git tells it, and the files it leaves out. */
export interface GitChange extends ChangeSet {
  readonly skipped: readonly SkippedFile[]
}

/** A change of the work tree. */
export interface WorkingChange extends GitChange {
  /** Folders of package managers that were left out unread, each with the number of its untracked files. */
  readonly installed: ReadonlyMap<string, number>
}

/** `too_large`: more than 2 MiB on one side. `unreadable`: the system refuses it, or its name is not UTF-8. */
export interface SkippedFile {
  readonly path: string
  readonly reason: "too_large" | "unreadable"
}

/**
 * All differences between a commit or tree and the work tree below `root`, sorted by path. Includes untracked files;
 * leaves out ignored ones, symbolic links and submodules. Flags in the index and filters of the repository hide
 * nothing. Rejects with GitError.
 */
export async function workingChange(
  root: string,
  base = "HEAD",
  options: ReadWorkTreeOptions = {},
): Promise<WorkingChange> {
  const { tree, scratch } = await openAt(root, base)
  try {
    const entries = subtreeOf(scratch, tree).then((subtree) => treeEntries(scratch, subtree))
    const [before, read] = await Promise.all([entries, readWorkTree(scratch, tree, entries, options)])
    const files = new Map(
      (await indexChanges(scratch, tree)).map((row) => [row.path, fileId(row.after) !== null]),
    )
    for (const path of read.too_large) files.set(path, true)
    const unreadable = new Set(read.unreadable)
    const paths = [...new Set([...files.keys(), ...unreadable])].filter((path) => !isStatePath(path))
    const ids = new Map(paths.map((path) => [path, idOfFile(before.get(path))]))
    const sizes = new Map([...before.values()].map(({ id, bytes }) => [id, bytes]))
    const blobs = await readBlobs(root, definite([...ids.values()]), sizes)
    const sides = await inParallel([...ids], MOST_READS, async ([path, id]): Promise<Sides> => {
      const disk = files.get(path) === true ? await containedRead(scratch.root, path) : null
      const before_bytes = id === null ? null : (blobs.get(id) ?? null)
      return { path, before: before_bytes, after: unreadable.has(path) ? "unreadable" : disk }
    })
    return { ...gitChange(sides), installed: read.installed }
  } finally {
    await scratch.remove()
  }
}

/** Files that are read at a time: each opens the folders above it one after the other. */
const MOST_READS = 16

/** Both are asked at once: git takes longer to start than to answer. */
async function openAt(
  root: string,
  base: string,
): Promise<{ readonly tree: string; readonly scratch: Scratch }> {
  const [tree, scratch] = await Promise.allSettled([treeOf(root, base), openScratch(root)])
  if (tree.status === "fulfilled" && scratch.status === "fulfilled") {
    return { tree: tree.value, scratch: scratch.value }
  }
  if (scratch.status === "fulfilled") await scratch.value.remove()
  throw tree.status === "rejected" ? tree.reason : (scratch as PromiseRejectedResult).reason
}

function idOfFile(entry: TreeEntry | undefined): string | null {
  return entry?.kind === "file" ? entry.id : null
}

/** The rows below the judged folder that differ between a tree of the repository and the scratch's index. */
async function indexChanges(scratch: Scratch, tree: string): Promise<readonly RawRow[]> {
  const args = ["diff-index", "--cached", "--raw", "-z", "--no-renames", "--relative", tree, "--", "."]
  return rawRows(await requireGit(scratch.root, args, { env: scratch.outside }))
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
