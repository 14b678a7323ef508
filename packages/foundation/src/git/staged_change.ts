import { resolve } from "node:path"
import { fileId, RAW_DIFF, rawRows, type RawSide, treeOf } from "./changed_files.ts"
import { git, GitError, requireGit } from "./git.ts"
import { changeOf, type GitChange } from "./working_change.ts"

/** The content of the index, as a commit of it would have it. */
export interface StagedChange extends GitChange {
  readonly base_tree: string
  /** The paths that differ from that tree, links and submodules too; null: gone. */
  readonly entries: ReadonlyMap<string, RawSide | null>
  /** Paths with an unresolved merge; git refuses a commit while there is one. */
  readonly unmerged: readonly string[]
}

/**
 * All differences between a commit or tree and the index, sorted by path, byte for byte. Does not read the work tree;
 * an intent to add does not count. `root` is the top of the work tree. `index_file` is the GIT_INDEX_FILE that a hook
 * of `git commit -a` gets; default the repository's index. Rejects with GitError.
 */
export async function stagedChange(root: string, base = "HEAD", index_file?: string): Promise<StagedChange> {
  const base_tree = await treeOf(root, base)
  const scope = ["--cached", "--ita-invisible-in-index", "--ignore-submodules=none", base_tree, "--"]
  const env = indexEnvironment(root, index_file)
  const rows = rawRows(await requireGit(root, [...RAW_DIFF, ...scope], { env }))
  const unmerged = rows.filter(({ status }) => status === "U").map(({ path }) => path)
  const settled = rows.filter(({ path }) => !unmerged.includes(path))
  const change = await changeOf(
    root,
    settled.map(({ path, before, after }) => ({ path, before: fileId(before), after: fileId(after) })),
  )
  const entries = settled.map(({ path, after }) => [path, isAbsent(after) ? null : after] as const)
  return { ...change, base_tree, entries: new Map(entries), unmerged }
}

/** Writes the files of the index below a folder. Rejects with GitError. */
export async function checkOutIndex(root: string, folder: string, index_file?: string): Promise<void> {
  const args = ["checkout-index", "--all", "--force", `--prefix=${folder}/`]
  const outcome = await git(root, args, { env: indexEnvironment(root, index_file) })
  if (outcome.exit_code !== 0) throw new GitError(args, outcome)
}

function indexEnvironment(root: string, index_file: string | undefined): Readonly<Record<string, string>> {
  return index_file === undefined || index_file === "" ? {} : { GIT_INDEX_FILE: resolve(root, index_file) }
}

function isAbsent({ mode }: RawSide): boolean {
  return mode === "000000"
}
