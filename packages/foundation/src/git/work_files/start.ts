import { realpath } from "node:fs/promises"
import { join } from "node:path"
import { treeOf } from "../changed_files.ts"
import { git, isIgnored, requireGit } from "../git.ts"
import type { RuleAnswers, RuleFiles } from "./frozen_rules.ts"

export interface WorkFilesStart {
  readonly tree: string
  readonly added: readonly string[]
  /** `.gitignore` files by path below the top of the repository. */
  readonly rules: RuleFiles
}

/** What git was asked about the files of a start. */
export interface GitAnswers {
  /** "" or "packages/a/". */
  readonly prefix: string
  readonly rules: RuleAnswers
}

export interface Tracked {
  /** "" or "packages/a/". */
  readonly prefix: string
  readonly tree: string
  readonly added: readonly string[]
  readonly paths: readonly string[]
}

/**
 * The tracked files below `root`: at the time of `start`, else now, in the commit or in the index. Gives null outside
 * a repository, or where its repository ignores `root`. Rejects with GitError.
 */
export async function trackedIn(root: string, start: WorkFilesStart | null): Promise<Tracked | null> {
  const asked = ["rev-parse", "--is-inside-work-tree", "--show-prefix", "--show-toplevel", "HEAD^{tree}"]
  const told = await git(root, asked)
  // Before the first commit the last question is an error after the other answers.
  const [inside, prefix = "", top = "", id = ""] = told.stdout.split("\n")
  if (inside !== "true" || top === "") return null
  // A repository may name a work tree that lies elsewhere.
  if ((await realpath(join(top, prefix)).catch(() => null)) !== root) return null
  // A repository never ignores its top.
  if (prefix !== "" && (await isIgnored(root, "."))) return null
  if (start !== null) {
    const committed = await listed(root, ["ls-tree", "-r", "-z", "--name-only", start.tree])
    return { prefix, tree: start.tree, added: start.added, paths: [...committed, ...start.added] }
  }
  const tree = told.exit_code === 0 ? id : await treeOf(root, "HEAD")
  const [committed, indexed] = await Promise.all([
    listed(root, ["ls-tree", "-r", "-z", "--name-only", tree]),
    listed(root, ["ls-files", "-z", "--cached"]),
  ])
  const known = new Set(committed)
  const added = indexed.filter((path) => !known.has(path))
  return { prefix, tree, added, paths: [...committed, ...added] }
}

async function listed(root: string, args: readonly string[]): Promise<readonly string[]> {
  return (await requireGit(root, args)).split("\0").filter((path) => path !== "")
}
