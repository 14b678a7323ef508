import { isSameBytes } from "../files/file_content.ts"
import type { ChangeSet, FileChange } from "./change_set.ts"
import { openWorkingChange } from "./working_change.ts"

export interface Checkpoint {
  /** All differences from the last accepted state, shell writes included. */
  change(): Promise<ChangeSet>
  /** Accepts the files of a judged change as the new state to compare with. */
  accept(change: ChangeSet): void
}

/** Starts at the present work tree, or at an earlier `tree`; later commits count. Rejects with GitError outside git. */
export async function openCheckpoint(root: string, tree?: string): Promise<Checkpoint> {
  const read = await openWorkingChange(root, tree)
  /** Files that differ from the commit, as they were when last accepted. */
  const accepted = new Map<string, Uint8Array | null>()
  const committed = new Map<string, Uint8Array | null>()

  async function now() {
    const { files, skipped } = await read()
    for (const { path, before } of files) committed.set(path, before)
    return {
      current: new Map(files.map(({ path, after }) => [path, after])),
      unknown: new Set(skipped.map(({ path }) => path)),
    }
  }

  if (tree === undefined) for (const [path, after] of (await now()).current) accepted.set(path, after)

  return {
    async change() {
      const { current, unknown } = await now()
      const files: FileChange[] = []
      for (const path of [...new Set([...current.keys(), ...accepted.keys()])].sort()) {
        if (unknown.has(path)) continue
        const original = committed.get(path) ?? null
        const before = accepted.has(path) ? (accepted.get(path) ?? null) : original
        const after = current.has(path) ? (current.get(path) ?? null) : original
        if (!isSameBytes(before, after)) files.push({ path, before, after })
      }
      return { files }
    },
    accept({ files }) {
      for (const { path, after } of files) accepted.set(path, after)
    },
  }
}
