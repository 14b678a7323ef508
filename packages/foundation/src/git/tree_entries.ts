import type { Scratch } from "./scratch.ts"

export type EntryKind = "file" | "link" | "submodule"

export interface TreeEntry {
  /** Whether it is a file, a symbolic link or a submodule. */
  readonly kind: EntryKind
  /** Git's mode, such as "100644"; "160000" is a submodule. */
  readonly mode: string
  readonly id: string
  /** Length of the content in bytes; 0 for a submodule. */
  readonly bytes: number
}

export type TreeEntries = ReadonlyMap<string, TreeEntry>

/** Everything in a tree except folders, by path. Rejects with GitError. */
export async function treeEntries(scratch: Scratch, tree: string): Promise<TreeEntries> {
  const listing = await scratch.run(["ls-tree", "-r", "-z", "--long", "--full-tree", tree])
  const entries = new Map<string, TreeEntry>()
  for (const line of listing.split("\0")) {
    const tab = line.indexOf("\t")
    const [mode, , id, size] = line.slice(0, Math.max(0, tab)).split(/ +/)
    if (mode === undefined || id === undefined) continue
    entries.set(line.slice(tab + 1), { kind: kindOf(mode), mode, id, bytes: Number(size) || 0 })
  }
  return entries
}

/** The paths whose entries differ, sorted. */
export function changedPaths(before: TreeEntries, after: TreeEntries): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter((path) => !isSame(before.get(path), after.get(path))).toSorted()
}

function isSame(before: TreeEntry | undefined, after: TreeEntry | undefined): boolean {
  return before?.id === after?.id && before?.mode === after?.mode
}

function kindOf(mode: string): EntryKind {
  if (mode === "120000") return "link"
  return mode === "160000" ? "submodule" : "file"
}
