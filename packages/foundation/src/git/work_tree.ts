import { lstat } from "node:fs/promises"
import { join } from "node:path"
import { git, GitError, type GitOutcome } from "./git.ts"
import type { Scratch } from "./scratch.ts"
import { isStatePath, STATE_FOLDER } from "./state_paths.ts"
import type { TreeEntries } from "./tree_entries.ts"

/** The work tree below a folder as it is on the disk, which the scratch's index holds now. */
export interface WorkTree {
  /** Untracked files above 32 MiB; the index leaves them out. */
  readonly too_large: readonly string[]
  /** Files and folders the system refuses to read: the index has the base's version, or none. */
  readonly unreadable: readonly string[]
}

const MAX_UNTRACKED_BYTES = 32 * 2 ** 20

/**
 * Reads the work tree below the judged folder into the scratch's index, without ignored files and our own journals;
 * links stay links. The index starts from `base`, a commit or tree, so flags in the user's index and filters hide
 * nothing. `entries`: those of `base` below the folder. A second reading looks only at changes. Rejects with
 * GitError.
 */
export async function readWorkTree(scratch: Scratch, base: string, entries: TreeEntries): Promise<WorkTree> {
  const indexed = await indexListing(scratch.root)
  const inWorkTree = workTreeGit(scratch)
  if (!(await isFile(scratch.outside["GIT_INDEX_FILE"] ?? ""))) await inWorkTree(["read-tree", base])
  const { paths: untracked, closed } = await untrackedFiles(scratch, inWorkTree)
  const too_large = await largeFiles(
    scratch,
    untracked.filter((path) => !isStatePath(path)),
  )
  const nested = await withoutCommit(scratch, untracked)
  const left_out = [...too_large, ...nested]
  const pathspecs = [
    ".",
    `:(exclude,glob)**/${STATE_FOLDER}/**`,
    ...left_out.map((path) => `:(exclude,literal)${path}`),
  ]
  const failed = await addPaths(inWorkTree, pathspecs, ["--all", "--ignore-errors"])
  const own = [...entries.keys()].filter(isStatePath)
  if (own.length > 0) await addPaths(inWorkTree, own.map(literal), ["--update"])
  await keepWhatTheIndexKnows(scratch, { entries, indexed }, inWorkTree)
  const different = failed === null ? [] : await stillDifferent(scratch, inWorkTree, new Set(left_out))
  return { too_large, unreadable: [...new Set([...closed, ...different])].toSorted() }
}

/** Reads the work tree and writes it as a tree; rejects with GitError when there is a file git cannot read. */
export async function writeWorkTree(scratch: Scratch, base: string, entries: TreeEntries): Promise<string> {
  const { unreadable } = await readWorkTree(scratch, base, entries)
  if (unreadable.length === 0) return writeTree(scratch)
  const stderr = `cannot read ${unreadable.slice(0, 5).join(", ")}`
  throw new GitError(["add"], { exit_code: 1, stdout: "", stderr })
}

/** The judged folder in a commit or tree, given as a whole tree; the empty tree if the folder is missing there. */
export async function subtreeOf(scratch: Scratch, commit: string): Promise<string> {
  if (scratch.prefix === "") return commit
  const name = `${commit}:${scratch.prefix.replace(/\/$/, "")}`
  const found = await git(scratch.root, ["rev-parse", "--verify", "--quiet", "--end-of-options", name])
  return found.exit_code === 0 ? found.stdout.trim() : emptyTree(scratch)
}

/** The id of the empty tree; git knows it without an object. */
async function emptyTree(scratch: Scratch): Promise<string> {
  return (await scratch.run(["hash-object", "-t", "tree", "--stdin"], { input: "" })).trim()
}

/** The id of the tree that a commit of what was read would hold. Rejects with GitError. */
export async function writeTree(scratch: Scratch): Promise<string> {
  const prefix = scratch.prefix === "" ? [] : [`--prefix=${scratch.prefix}`]
  const written = await git(scratch.root, ["write-tree", ...prefix], { env: scratch.outside })
  if (written.exit_code === 0) return written.stdout.trim()
  // Git has no tree for an empty folder.
  if (prefix.length > 0 && written.stderr.includes("prefix")) return emptyTree(scratch)
  throw new GitError(["write-tree"], written)
}

/** Files that were added although they are ignored, and files a sparse checkout leaves out. */
async function keepWhatTheIndexKnows(
  scratch: Scratch,
  known: { readonly entries: TreeEntries; readonly indexed: ReadonlyMap<string, string> },
  inWorkTree: InWorkTree,
): Promise<void> {
  const forced: string[] = []
  const sparse: string[] = []
  for (const [path, letter] of known.indexed) {
    if (isStatePath(path)) continue
    const entry = known.entries.get(path)
    if (entry === undefined && (await isThere(scratch, path))) forced.push(path)
    if (entry !== undefined && letter === SPARSE && !(await isThere(scratch, path))) {
      sparse.push(`${entry.mode} ${entry.id}\t${scratch.prefix}${path}`)
    }
  }
  if (forced.length > 0) {
    const error = await addPaths(inWorkTree, forced.map(literal), ["--force"])
    if (error !== null) throw error
  }
  if (sparse.length > 0) {
    await inWorkTree(["update-index", "-z", "--index-info"], { input: `${sparse.join("\0")}\0` })
  }
}

/** Git's letter for a file that a sparse checkout leaves out. */
export const SPARSE = "S"

/** What the user's index holds: each path with git's letter for it. Rejects with GitError. */
export async function indexListing(root: string): Promise<ReadonlyMap<string, string>> {
  const known = await git(root, ["ls-files", "-z", "-t", "--cached"])
  if (known.exit_code !== 0) throw new GitError(["ls-files"], known)
  return new Map(split(known.stdout).map((entry) => [entry.slice(2), entry.slice(0, 1)]))
}

async function stillDifferent(
  scratch: Scratch,
  inWorkTree: InWorkTree,
  left_out: ReadonlySet<string>,
): Promise<readonly string[]> {
  const modified = await listed(inWorkTree, ["--modified"])
  const { paths: others } = await untrackedFiles(scratch, inWorkTree)
  return [...modified, ...others].filter((path) => !isStatePath(path) && !left_out.has(path))
}

/** Nested repositories of which git can keep no commit. Their names end in "/" in git's listing, and not here. */
async function withoutCommit(scratch: Scratch, untracked: readonly string[]): Promise<readonly string[]> {
  const without: string[] = []
  for (const path of untracked.filter((name) => name.endsWith("/"))) {
    const head = await git(join(scratch.root, path), ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])
    if (head.exit_code !== 0) without.push(path.slice(0, -1))
  }
  return without
}

async function largeFiles(scratch: Scratch, paths: readonly string[]): Promise<readonly string[]> {
  const large: string[] = []
  for (const path of paths) {
    const stats = await lstat(join(scratch.root, path)).catch(() => null)
    if (stats?.isFile() && stats.size > MAX_UNTRACKED_BYTES) large.push(path)
  }
  return large
}

/** Runs git on the work tree with the scratch's index and configuration. Rejects with GitError. */
export type InWorkTree = (args: readonly string[], options?: Partial<InputOptions>) => Promise<GitOutcome>

interface InputOptions {
  readonly input: string
  readonly env: Readonly<Record<string, string>>
}

/** Git on the work tree with the scratch's index and configuration. */
export function workTreeGit(scratch: Scratch): InWorkTree {
  const settings = [
    ...scratch.settings,
    "core.bare=false",
    "core.safecrlf=false",
    "core.attributesFile=/dev/null",
    `core.excludesFile=${scratch.excludes}`,
    "advice.addEmbeddedRepo=false",
  ]
  const options = settings.flatMap((setting) => ["-c", setting])
  return async (args, { input, env } = {}) => {
    const outcome = await git(scratch.root, [...options, ...args], {
      env: { ...scratch.outside, ...env },
      ...(input === undefined ? {} : { input }),
    })
    if (outcome.exit_code !== 0) throw new GitError(args, outcome)
    return outcome
  }
}

/** Adds what pathspecs choose; resolves to the error of git, or null. */
async function addPaths(
  inWorkTree: InWorkTree,
  pathspecs: readonly string[],
  options: readonly string[],
): Promise<GitError | null> {
  const from_input = ["--pathspec-from-file=-", "--pathspec-file-nul"]
  try {
    await inWorkTree(["add", ...options, ...from_input], {
      input: pathspecs.join("\0"),
      env: { GIT_LITERAL_PATHSPECS: "0" },
    })
    return null
  } catch (error) {
    if (error instanceof GitError) return error
    throw error
  }
}

function literal(path: string): string {
  return `:(literal)${path}`
}

export interface Untracked {
  /** Files that git does not ignore, and nested repositories, whose names end in "/". */
  readonly paths: readonly string[]
  readonly closed: readonly string[]
}

/** Lists what the scratch's index has not. Rejects with GitError. */
async function untrackedFiles(scratch: Scratch, inWorkTree: InWorkTree): Promise<Untracked> {
  const args = ["ls-files", "-z", "--others", "--exclude-standard", "--", "."]
  const { stdout, stderr } = await inWorkTree(args)
  return { paths: split(stdout), closed: closedFolders(scratch, stderr) }
}

const CLOSED = "could not open directory '"

/** The folders git cannot list. It names them in warnings alone, among others: from the top of the work tree, and a name may hold line ends. */
export function closedFolders({ prefix }: Scratch, stderr: string): readonly string[] {
  const warnings = stderr.split(/^warning: /m).filter((warning) => warning.startsWith(CLOSED))
  const folders = warnings.map((warning) =>
    warning.slice(CLOSED.length, warning.lastIndexOf("': ")).replace(/\/$/, ""),
  )
  return folders.filter((folder) => folder.startsWith(prefix)).map((folder) => folder.slice(prefix.length))
}

async function listed(inWorkTree: InWorkTree, args: readonly string[]): Promise<readonly string[]> {
  return split((await inWorkTree(["ls-files", "-z", ...args, "--", "."])).stdout)
}

function split(output: string): readonly string[] {
  return output.split("\0").filter((entry) => entry !== "")
}

export async function isThere(scratch: Scratch, path: string): Promise<boolean> {
  return (await lstat(join(scratch.root, path)).catch(() => null)) !== null
}

async function isFile(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null))?.isFile() === true
}
