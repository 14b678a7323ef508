import { randomUUID } from "node:crypto"
import { existsSync, lstatSync } from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { git, GitError, requireGit } from "./git.ts"

export interface CommitOptions {
  /** Leaves out paths that are neither in the work tree nor in HEAD: untracked files that were deleted. Default false. */
  readonly skip_missing?: boolean | undefined
  /** Called with the id of the new commit before any branch has it. A throw stops there. */
  readonly before_move?: ((commit: string) => Promise<void>) | undefined
  /** When it was made, in milliseconds since 1970; a commit made again then has the same id. Default: now. */
  readonly made_at?: number | undefined
}

/**
 * Commits the work tree's state of exactly these paths, deletions included, whatever else is staged. Resolves to the
 * commit's id, or null when they equal HEAD. The branch moves in one step. Rejects with GitError, also for a missing
 * path and during a merge; HEAD and the index then stay unchanged.
 */
export async function commitPaths(
  root: string,
  paths: readonly string[],
  message: string,
  { before_move, skip_missing = false, made_at }: CommitOptions = {},
): Promise<string | null> {
  const { head, files } = await readHead(root)
  const left = skip_missing ? await withoutMissing(root, paths, head) : paths
  if (left.length === 0) {
    // Unstages files that were added and are gone again.
    if (paths.length > 0) await git(root, ["reset", "--quiet", "--", ...paths])
    return null
  }
  const tree = await writeTree(root, left, head?.commit ?? null)
  if (tree === head?.tree) return null
  const parents = head === null ? [] : ["-p", head.commit]
  const asked = ["commit-tree", tree, ...parents, "-m", message]
  const commit = (
    await requireGit(root, asked, made_at === undefined ? {} : { env: datesAt(made_at) })
  ).trim()
  // Asked now, because the rest of it may have been written meanwhile.
  const busy = await unfinishedIn(root, files)
  if (busy !== null) throw refused(`the repository is ${busy}`)
  if (existsSync(files.at(-1) ?? "")) throw refused("another git process is running: index.lock exists")
  await before_move?.(commit)
  const told = `commit: ${message.split("\n", 1)[0]}`
  // An empty old value: HEAD may not exist.
  await requireGit(root, ["update-ref", "-m", told, "HEAD", commit, head?.commit ?? ""])
  // The commit stands, even if the index cannot be updated.
  await git(root, ["reset", "--quiet", "--", ...paths])
  return commit
}

function datesAt(made_at: number): Readonly<Record<string, string>> {
  const date = `@${Math.floor(made_at / 1000)} +0000`
  return { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
}

/** The unfinished operation that keeps a part of the repository from a commit: "in the middle of a merge"; or null. */
export async function unfinishedWork(root: string): Promise<string | null> {
  return unfinishedIn(root, filesIn(root, await requireGit(root, ["rev-parse", ...FILES])))
}

async function unfinishedIn(root: string, files: readonly string[]): Promise<string | null> {
  const names = Object.keys(UNFINISHED)
  const at = names.findIndex((_, index) => existsSync(files[index] ?? ""))
  if (at >= 0) return `in the middle of a ${UNFINISHED[names[at] ?? ""]}`
  const unmerged = await git(root, ["ls-files", "--unmerged", "-z"])
  return unmerged.stdout === "" ? null : "left with conflicts that nobody has resolved"
}

const UNFINISHED: Readonly<Record<string, string>> = {
  MERGE_HEAD: "merge",
  CHERRY_PICK_HEAD: "cherry-pick",
  REVERT_HEAD: "revert",
}

/** Asks git where the files of unfinished work would lie, and the lock of the index. */
const FILES = [...Object.keys(UNFINISHED), "index.lock"].flatMap((name) => ["--git-path", name])

function filesIn(root: string, told: string): readonly string[] {
  return told.split("\n", FILES.length / 2).map((path) => resolve(root, path))
}

/**
 * Whether HEAD has a commit of `commitPaths` that may have been interrupted. If so, the index is updated where it
 * still equals the state before the commit.
 */
export async function settleCommit(root: string, commit: string, paths: readonly string[]): Promise<boolean> {
  const is_there = await git(root, ["merge-base", "--is-ancestor", commit, "HEAD"])
  if (is_there.exit_code !== 0) return false
  const parent = await git(root, ["rev-parse", "--quiet", "--verify", `${commit}^`])
  // Without standard input this is the empty tree.
  const none = await requireGit(root, ["hash-object", "-t", "tree", "--stdin"])
  const before = parent.exit_code === 0 ? parent.stdout.trim() : none.trim()
  for (const path of paths) {
    const stale = await git(root, ["diff", "--cached", "--quiet", before, "--", path])
    if (stale.exit_code === 0) await git(root, ["reset", "--quiet", "--", path])
  }
  return true
}

interface Head {
  readonly commit: string
  readonly tree: string
}

/** `head` is null when nothing was ever committed. */
async function readHead(
  root: string,
): Promise<{ readonly head: Head | null; readonly files: readonly string[] }> {
  const asked = ["rev-parse", "--quiet", ...FILES, "HEAD^{commit}", "HEAD^{tree}"]
  const { exit_code, stdout } = await git(root, asked)
  const files = filesIn(root, stdout)
  const [commit = "", tree = ""] = stdout.split("\n").slice(files.length)
  return { head: exit_code === 0 ? { commit, tree } : null, files }
}

async function withoutMissing(
  root: string,
  paths: readonly string[],
  head: Head | null,
): Promise<readonly string[]> {
  const gone = paths.filter((path) => lstatSync(join(root, path), { throwIfNoEntry: false }) === undefined)
  if (gone.length === 0) return paths
  const args = ["ls-tree", "-r", "-z", "--name-only", head?.commit ?? "", "--", ...gone]
  const kept = new Set(head === null ? [] : (await requireGit(root, args)).split("\0"))
  return paths.filter((path) => !gone.includes(path) || kept.has(path))
}

/** HEAD with these paths as they are in the work tree. Leaves the user's index alone. */
async function writeTree(root: string, paths: readonly string[], head: string | null): Promise<string> {
  const index = join(tmpdir(), `proofloop-index-${randomUUID()}`)
  const env = { GIT_INDEX_FILE: index }
  try {
    await requireGit(root, ["read-tree", head ?? "--empty"], { env })
    await stagePaths(root, paths, env)
    return (await requireGit(root, ["write-tree"], { env })).trim()
  } finally {
    await rm(index, { force: true })
    await rm(`${index}.lock`, { force: true })
  }
}

/** Rejects with a GitError that counts the paths git refuses to add and names the first five. */
async function stagePaths(
  root: string,
  paths: readonly string[],
  env: Record<string, string>,
): Promise<void> {
  const args = ["add", "--all", "--"]
  const together = await git(root, [...args, ...paths], { env })
  if (together.exit_code === 0) return
  const failures: string[] = []
  for (const path of paths) {
    const { exit_code, stderr } = await git(root, ["add", "--dry-run", "--all", "--", path], { env })
    if (exit_code !== 0) failures.push(`${path} (${reasonOf(stderr)})`)
  }
  if (failures.length === 0) throw new GitError(args, together)
  const stderr = `${failures.length} of ${paths.length} paths: ${failures.slice(0, 5).join(", ")}`
  throw new GitError(args, { ...together, stderr })
}

/** Git names ignored paths below the line that announces them. */
function reasonOf(stderr: string): string {
  const [line = ""] = stderr.split("\n", 1)
  return line.includes("ignored by one of your .gitignore") ? "ignored by .gitignore" : line
}

function refused(why: string): GitError {
  return new GitError(["commit"], { exit_code: 1, stdout: "", stderr: why })
}
