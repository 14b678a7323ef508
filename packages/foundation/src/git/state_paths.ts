import type { Scratch } from "./scratch.ts"
import type { TreeEntries, TreeEntry } from "./tree_entries.ts"

/** Where journals, ledgers and transcripts of runs lie, in any folder: no verifier ever sees one. */
export const STATE_FOLDER = ".proofloop"

export function isStatePath(path: string): boolean {
  return path.split("/").includes(STATE_FOLDER)
}

/** The tree without what is ours. Rejects with GitError. */
export async function withoutStatePaths(
  scratch: Scratch,
  tree: string,
  entries: TreeEntries,
): Promise<string> {
  const own = [...entries].filter(([path]) => isStatePath(path))
  if (own.length === 0) return tree
  await scratch.run(["read-tree", tree])
  await scratch.run(["update-index", "-z", "--index-info"], { input: own.map(removal).join("") })
  return (await scratch.run(["write-tree"])).trim()
}

/** Mode 0 takes a path away (git-update-index(1)). */
function removal([path, { id }]: readonly [string, TreeEntry]): string {
  return `0 ${"0".repeat(id.length)}\t${path}\0`
}
