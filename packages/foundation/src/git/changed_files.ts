import { git, requireGit } from "./git.ts"

/** The two sides of a path that git says differ; null: no regular file, so no symbolic link and no submodule either. */
export interface ChangedFile {
  readonly path: string
  readonly before: string | null
  /** Of no meaning when it is the work tree's side. */
  readonly after: string | null
}

/**
 * What differs between two trees, or a tree and the work tree, below `root`. A rename is a file that is gone and one
 * that is new. Rejects with GitError.
 */
export async function changedFiles(root: string, trees: readonly string[]): Promise<readonly ChangedFile[]> {
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

/** Files git does not know and does not ignore. Rejects with GitError. */
export async function untrackedFiles(root: string): Promise<readonly string[]> {
  const listing = await requireGit(root, ["ls-files", "-z", "--others", "--exclude-standard", "--", "."])
  // A name that ends in "/" is a repository of its own.
  return listing.split("\0").filter((path) => path !== "" && !path.endsWith("/"))
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
