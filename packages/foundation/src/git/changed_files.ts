import { git, requireGit } from "./git.ts"

/** The two sides of a path that git says differ; null: no regular file. */
export interface ChangedFile {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

/**
 * What differs between two trees below `root`. A rename is a file that is gone and one that is new. Rejects with GitError.
 */
export async function changedFiles(
  root: string,
  trees: readonly [string, string],
): Promise<readonly ChangedFile[]> {
  const args = ["diff", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv"]
  const scope = ["--relative", "--ignore-submodules=all", ...trees, "--", "."]
  const fields = (await requireGit(root, [...args, ...scope])).split("\0")
  const files: ChangedFile[] = []
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [old_mode, new_mode, old_id, new_id] = (fields[index] ?? "").slice(1).split(" ")
    const path = fields[index + 1] ?? ""
    files.push({ path, before: fileId(old_mode, old_id), after: fileId(new_mode, new_id) })
  }
  return files
}

/** The id of a reference's tree; `HEAD` of a repository without commits is the empty tree. Rejects with GitError. */
export async function treeOf(root: string, reference: string): Promise<string> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${reference}^{tree}`]
  const outcome = await git(root, args)
  if (outcome.exit_code === 0) return outcome.stdout.trim()
  if (reference === "HEAD" && (await isUnborn(root))) {
    return (await requireGit(root, ["hash-object", "-t", "tree", "--stdin"])).trim()
  }
  return requireGit(root, ["rev-parse", "--verify", "--end-of-options", `${reference}^{tree}`])
}

async function isUnborn(root: string): Promise<boolean> {
  const head = await git(root, ["symbolic-ref", "--quiet", "HEAD"])
  if (head.exit_code !== 0) return false
  return (await git(root, ["show-ref", "--verify", "--quiet", head.stdout.trim()])).exit_code === 1
}

function fileId(mode: string | undefined, id: string | undefined): string | null {
  return mode?.startsWith("100") ? (id ?? null) : null
}
