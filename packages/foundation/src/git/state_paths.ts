import type { Scratch } from "./scratch.ts"
import type { TreeEntries, TreeEntry } from "./tree_entries.ts"

/** Places of journals, ledgers and transcripts of runs, in any folder; no verifier ever sees one. */
export const STATE_FOLDER = ".proofloop"

export function isStatePath(path: string): boolean {
  return path.split("/").includes(STATE_FOLDER)
}

/** The tree without the paths that `isLeftOut` names. Rejects with GitError. */
export async function withoutPaths(
  scratch: Scratch,
  {
    tree,
    entries,
  }: {
    readonly tree: string
    readonly entries: TreeEntries
  },
  isLeftOut: (path: string) => boolean,
): Promise<string> {
  const left_out = [...entries].filter(([path]) => isLeftOut(path))
  if (left_out.length === 0) return tree
  await scratch.run(["read-tree", tree])
  await scratch.run(["update-index", "-z", "--index-info"], { input: left_out.map(removal).join("") })
  return (await scratch.run(["write-tree"])).trim()
}

/** Mode 0 takes a path away (git-update-index(1)). */
function removal([path, { id }]: readonly [string, TreeEntry]): string {
  return `0 ${"0".repeat(id.length)}\t${path}\0`
}
