import type { RawSide } from "./changed_files.ts"
import type { Scratch } from "./scratch.ts"
import { closedFolders, type InWorkTree, type Untracked } from "./work_tree.ts"

/** A path of the scratch's index, and what the disk has in its place. */
export interface DiskRow {
  /** Below the judged folder. */
  readonly path: string
  /** Git's letter: "." where the disk has the same, "D" where it has nothing. */
  readonly status: string
  readonly before: RawSide
  /** The mode on the disk, "000000" for nothing. */
  readonly mode: string
}

/** How the disk differs from the scratch's index, in one look. */
export interface DiskStatus {
  readonly rows: readonly DiskRow[]
  /** Git leaves out a file that it may not look for, and says so beside its answer. */
  readonly has_complaints: boolean
  readonly others: Untracked
}

/**
 * Compares the disk with the scratch's index. The scratch has no commit, so git tells of every path of its index
 * (git-status(1), "Porcelain Format Version 2"). Rejects with GitError.
 */
export async function diskStatus(scratch: Scratch, inWorkTree: InWorkTree): Promise<DiskStatus> {
  // A file in the place of a submodule is a difference; what lies in a submodule is none.
  const { stdout, stderr } = await inWorkTree([
    "status",
    "--porcelain=v2",
    "-z",
    "--untracked-files=all",
    "--no-renames",
    "--ignore-submodules=dirty",
    "--",
    ".",
  ])
  const rows: DiskRow[] = []
  const paths: string[] = []
  for (const line of stdout.split("\0")) {
    if (line.startsWith("? ")) paths.push(line.slice(2 + scratch.prefix.length))
    else if (line.startsWith("1 ")) rows.push(rowOf(line, scratch.prefix))
  }
  return { rows, has_complaints: stderr !== "", others: { paths, closed: closedFolders(scratch, stderr) } }
}

/** `1 <XY> <sub> <mH> <mI> <mW> <hH> <hI> <path>` */
function rowOf(line: string, prefix: string): DiskRow {
  const [, letters = "", , , mode_before = "", mode = "", , id = ""] = line.split(" ", 8)
  const at = nth(line, " ", 8) + 1
  return {
    path: line.slice(at + prefix.length),
    status: letters.slice(1),
    before: { mode: mode_before, id },
    mode,
  }
}

function nth(text: string, part: string, times: number): number {
  let at = -1
  for (let found = 0; found < times; found += 1) at = text.indexOf(part, at + 1)
  return at
}
