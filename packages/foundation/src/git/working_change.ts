import { realpath } from "node:fs/promises"
import { containedRead } from "../files/contained_read.ts"
import { type ChangeSet, changeSet } from "./change_set.ts"
import { changedFiles, treeOf, untrackedFiles } from "./changed_files.ts"
import { type Blob, readBlobs } from "./git_blobs.ts"

/** A change as git tells it, and what was left out of it. */
export interface GitChange extends ChangeSet {
  readonly skipped: readonly SkippedFile[]
}

/** `too_large`: more than 2 MiB on one side. `unreadable`: the system refuses it, or its name is no UTF-8. */
export interface SkippedFile {
  readonly path: string
  readonly reason: "too_large" | "unreadable"
}

/**
 * Everything that differs between a commit and the work tree below `root`, sorted by path: untracked files included,
 * ignored ones, symbolic links and submodules not. Rejects with GitError.
 */
export async function workingChange(root: string, base = "HEAD"): Promise<GitChange> {
  const [changed, untracked] = await Promise.all([
    changedFiles(root, [await treeOf(root, base)]),
    untrackedFiles(root),
  ])
  const ids = new Map(untracked.filter((path) => !isOwn(path)).map((path) => [path, null as string | null]))
  for (const { path, before } of changed) ids.set(path, before)
  const blobs = await readBlobs(root, definite([...ids.values()]))
  const real_root = await realpath(root)
  const sides: Sides[] = []
  for (const [path, id] of ids) {
    const before = id === null ? null : (blobs.get(id) ?? null)
    sides.push({ path, before, after: await containedRead(real_root, path) })
  }
  return gitChange(sides)
}

/** Everything that differs between two commits below `root`, as `workingChange` tells it. Rejects with GitError. */
export async function rangeChange(root: string, base: string, head: string): Promise<GitChange> {
  const changed = await changedFiles(root, [await treeOf(root, base), await treeOf(root, head)])
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

/** Our own journals, in a work tree that does not ignore them. */
function isOwn(path: string): boolean {
  return path.startsWith(".proofloop/")
}

function definite(ids: ReadonlyArray<string | null>): readonly string[] {
  return ids.filter((id) => id !== null)
}
