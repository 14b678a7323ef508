import { InvalidOptionError } from "@proofloop/foundation/errors"
import {
  git,
  changedPaths,
  type TreeEntries,
  treeEntries,
  openScratch,
  type Scratch,
  isStatePath,
  withoutPaths,
  writeWorkTree,
  subtreeOf,
} from "@proofloop/foundation/git"

/** The two sides of a change as trees, without `.proofloop`, below the judged folder. */
export interface Trees {
  readonly scratch: Scratch
  readonly base_commit: string
  /** null: the work tree. */
  readonly head_commit: string | null
  readonly base: Side
  readonly judged: Side
  readonly changed: readonly string[]
  /** Committed `.proofloop` files that the change touches: removed from it, and reported by name. */
  readonly own_changed: readonly string[]
}

export interface Side {
  readonly tree: string
  readonly entries: TreeEntries
}

/**
 * Opens both sides; the caller removes the scratch. Rejects with InvalidOptionError for a root that is not a
 * repository and for a base or head that is not a commit; with GitError.
 */
export async function openTrees(
  root: string,
  { base = "HEAD", head }: { readonly base?: string | undefined; readonly head?: string | undefined },
): Promise<Trees> {
  const scratch = await openScratch(root)
  try {
    const [base_commit, head_commit] = await Promise.all([
      commitOf(scratch, "base", base),
      head === undefined ? null : commitOf(scratch, "head", head),
    ])
    const before = await sideOf(scratch, await subtreeOf(scratch, base_commit))
    const judged_tree =
      head_commit === null
        ? await writeWorkTree(scratch, base_commit, before.entries)
        : await subtreeOf(scratch, head_commit)
    const after = await sideOf(scratch, judged_tree)
    const changed = changedPaths(before.entries, after.entries)
    return {
      scratch,
      base_commit,
      head_commit,
      base: await cleanSide(scratch, before),
      judged: await cleanSide(scratch, after),
      changed: changed.filter((path) => !isStatePath(path)),
      own_changed: changed.filter(isStatePath),
    }
  } catch (error) {
    await scratch.remove()
    throw error
  }
}

async function commitOf(scratch: Scratch, option: "base" | "head", name: string): Promise<string> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]
  const outcome = await git(scratch.root, args)
  if (outcome.exit_code === 0) return outcome.stdout.trim()
  throw new InvalidOptionError({ option, expected: "a commit of the repository", got: name })
}

async function sideOf(scratch: Scratch, tree: string): Promise<Side> {
  return { tree, entries: await treeEntries(scratch, tree) }
}

async function cleanSide(scratch: Scratch, side: Side): Promise<Side> {
  return sideWithout(scratch, side, isStatePath)
}

async function sideWithout(
  scratch: Scratch,
  side: Side,
  isLeftOut: (path: string) => boolean,
): Promise<Side> {
  const tree = await withoutPaths(scratch, side, isLeftOut)
  if (tree === side.tree) return side
  return { tree, entries: new Map([...side.entries].filter(([path]) => !isLeftOut(path))) }
}

/** The same change without these paths of the judged side. Rejects with GitError. */
export async function treesWithout(trees: Trees, paths: ReadonlySet<string>): Promise<Trees> {
  const judged = await sideWithout(trees.scratch, trees.judged, (path) => paths.has(path))
  return { ...trees, judged, changed: changedPaths(trees.base.entries, judged.entries) }
}
