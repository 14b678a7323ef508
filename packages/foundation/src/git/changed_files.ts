import { git, requireGit } from "./git.ts"

/** The two sides of a path that differs for git; null: not a regular file. */
export interface ChangedFile {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

/** The differences between two trees below `root`. A rename is one missing file and one new file. Rejects with GitError. */
export async function changedFiles(
  root: string,
  trees: readonly [string, string],
): Promise<readonly ChangedFile[]> {
  const scope = ["--relative", "--ignore-submodules=all", ...trees, "--", "."]
  const rows = rawRows(await requireGit(root, [...RAW_DIFF, ...scope]))
  return rows.map(({ path, before, after }) => ({ path, before: fileId(before), after: fileId(after) }))
}

/** Arguments for git to print rows for `rawRows`, under any configuration of the repository. */
export const RAW_DIFF = [
  "diff",
  "--raw",
  "-z",
  "--no-abbrev",
  "--no-renames",
  "--no-ext-diff",
  "--no-textconv",
] as const

/** One side of a path: its mode, "000000" for no file, and the id of its content. */
export interface RawSide {
  /** Git's file mode, such as "100644"; "000000" for no file. */
  readonly mode: string
  /** Git's id of the content; only zeros when git has not hashed it. */
  readonly id: string
}

export interface RawRow {
  readonly path: string
  /** One letter: "U" is an unresolved conflict (git-diff(1)). */
  readonly status: string
  readonly before: RawSide
  readonly after: RawSide
}

/** The rows of `git diff --raw -z --no-abbrev --no-renames`. */
export function rawRows(output: string): readonly RawRow[] {
  const fields = output.split("\0")
  const rows: RawRow[] = []
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [old_mode = "", new_mode = "", old_id = "", new_id = "", status = ""] = (fields[index] ?? "")
      .slice(1)
      .split(" ")
    const path = fields[index + 1] ?? ""
    rows.push({ path, status, before: { mode: old_mode, id: old_id }, after: { mode: new_mode, id: new_id } })
  }
  return rows
}

/** The id of a regular file; null for anything else. */
export function fileId({ mode, id }: RawSide): string | null {
  return isFileMode(mode) ? id : null
}

export function isFileMode(mode: string): boolean {
  return mode.startsWith("100")
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
