import { lstat } from "node:fs/promises"
import { join } from "node:path"
import { git, GitError } from "../../workspace/git.ts"
import type { TreeEntries } from "./entries.ts"
import { isOwnPath, own_folder } from "./own.ts"
import type { Scratch } from "./scratch.ts"

/**
 * The work tree below the judged folder as a tree: what a commit of everything would hold, ignored files and our own journals
 * not. The index starts from the base, not from the user's: a file marked "assume unchanged" there is judged all the same.
 * Rejects with GitError, also when git cannot read one of the files.
 */
export async function writeWorkTree(scratch: Scratch, base: string, entries: TreeEntries): Promise<string> {
  await inWorkTree(scratch, ["read-tree", base])
  await inWorkTree(scratch, ["add", "--all", "--", ".", `:(exclude,glob)**/${own_folder}/**`], {
    GIT_LITERAL_PATHSPECS: "0",
  })
  await keepWhatTheIndexKnows(scratch, entries)
  const prefix = scratch.prefix === "" ? [] : [`--prefix=${scratch.prefix}`]
  const written = await git(scratch.root, ["write-tree", ...prefix], { env: scratch.outside })
  if (written.exit_code === 0) return written.stdout.trim()
  // Git has no tree for a folder that holds nothing.
  if (prefix.length > 0 && written.stderr.includes("prefix")) return emptyTree(scratch)
  throw new GitError(["write-tree"], written)
}

/** The id of the tree that holds nothing; git knows it without an object. */
export async function emptyTree(scratch: Scratch): Promise<string> {
  return (await scratch.run(["hash-object", "-t", "tree", "--stdin"], { input: "" })).trim()
}

/** Files that were added although they are ignored, and files a sparse checkout leaves out. */
async function keepWhatTheIndexKnows(scratch: Scratch, base: TreeEntries): Promise<void> {
  const listed = await git(scratch.root, ["ls-files", "-z", "-t", "--cached"])
  if (listed.exit_code !== 0) throw new GitError(["ls-files"], listed)
  const forced: string[] = []
  const sparse: string[] = []
  for (const line of listed.stdout.split("\0")) {
    const path = line.slice(2)
    if (path === "" || isOwnPath(path)) continue
    const entry = base.get(path)
    if (entry === undefined && (await isThere(scratch, path))) forced.push(path)
    if (entry !== undefined && line.startsWith("S") && !(await isThere(scratch, path))) {
      sparse.push(`${entry.mode} ${entry.id}\t${scratch.prefix}${path}`)
    }
  }
  if (forced.length > 0) {
    const args = ["add", "--force", "--pathspec-from-file=-", "--pathspec-file-nul"]
    await inWorkTree(scratch, args, {}, forced.join("\0"))
  }
  if (sparse.length > 0) {
    await inWorkTree(scratch, ["update-index", "-z", "--index-info"], {}, `${sparse.join("\0")}\0`)
  }
}

/** Nothing may be written beside the index of our own, and a sparse checkout is told apart here. */
const settings = ["core.safecrlf", "core.splitIndex", "core.untrackedCache", "core.sparseCheckout"].flatMap(
  (name) => ["-c", `${name}=false`],
)

async function inWorkTree(
  scratch: Scratch,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input?: string,
): Promise<void> {
  const options = { env: { ...scratch.outside, ...env }, ...(input === undefined ? {} : { input }) }
  const outcome = await git(scratch.root, [...settings, ...args], options)
  if (outcome.exit_code !== 0) throw new GitError(args, outcome)
}

async function isThere(scratch: Scratch, path: string): Promise<boolean> {
  return (await lstat(join(scratch.root, path)).catch(() => null)) !== null
}
