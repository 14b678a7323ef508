import { lstat } from "node:fs/promises"
import { join } from "node:path"
import { git, GitError } from "@proofloop/foundation/git"
import type { TreeEntries } from "./entries.ts"
import type { Scratch } from "./scratch.ts"
import { isStatePath, STATE_FOLDER } from "./state_paths.ts"

/**
 * The work tree below the judged folder as a tree: what a commit of everything would hold, ignored files and our own journals
 * not. The index starts from the base, not from the user's: a file marked "assume unchanged" there is judged all the same.
 * Rejects with GitError, also when git cannot read one of the files.
 */
export async function writeWorkTree(scratch: Scratch, base: string, entries: TreeEntries): Promise<string> {
  const kept = await keptSettings(scratch)
  const inWorkTree: InWorkTree = (args, env, input) => runInWorkTree(scratch, kept, args, env, input)
  await inWorkTree(["read-tree", base])
  await inWorkTree(["add", "--all", "--", ".", `:(exclude,glob)**/${STATE_FOLDER}/**`], {
    GIT_LITERAL_PATHSPECS: "0",
  })
  const own = [...entries.keys()].filter(isStatePath)
  if (own.length > 0) await inWorkTree(["add", "--update", ...from_input], {}, own.join("\0"))
  await keepWhatTheIndexKnows(scratch, entries, inWorkTree)
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
async function keepWhatTheIndexKnows(
  scratch: Scratch,
  base: TreeEntries,
  inWorkTree: InWorkTree,
): Promise<void> {
  const listed = await git(scratch.root, ["ls-files", "-z", "-t", "--cached"])
  if (listed.exit_code !== 0) throw new GitError(["ls-files"], listed)
  const forced: string[] = []
  const sparse: string[] = []
  for (const line of listed.stdout.split("\0")) {
    const path = line.slice(2)
    if (path === "" || isStatePath(path)) continue
    const entry = base.get(path)
    if (entry === undefined && (await isThere(scratch, path))) forced.push(path)
    if (entry !== undefined && line.startsWith("S") && !(await isThere(scratch, path))) {
      sparse.push(`${entry.mode} ${entry.id}\t${scratch.prefix}${path}`)
    }
  }
  if (forced.length > 0) {
    await inWorkTree(["add", "--force", ...from_input], {}, forced.join("\0"))
  }
  if (sparse.length > 0) {
    await inWorkTree(["update-index", "-z", "--index-info"], {}, `${sparse.join("\0")}\0`)
  }
}

const from_input = ["--pathspec-from-file=-", "--pathspec-file-nul"]

type InWorkTree = (
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
  input?: string,
) => Promise<void>

/** What the file system and its line ends need; no other setting of the repository has a say in what is judged. */
const kept_names = /^core\.(?:filemode|symlinks|ignorecase|precomposeunicode|autocrlf|eol)$/

async function keptSettings(scratch: Scratch): Promise<readonly string[]> {
  const listed = await git(scratch.root, ["config", "--local", "--list", "-z"])
  if (listed.exit_code !== 0) throw new GitError(["config"], listed)
  return listed.stdout.split("\0").flatMap((entry) => {
    const [name = "", value = "true"] = entry.split("\n", 2)
    return kept_names.test(name) ? ["-c", `${name}=${value}`] : []
  })
}

async function runInWorkTree(
  scratch: Scratch,
  kept: readonly string[],
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input?: string,
): Promise<void> {
  const own = ["core.bare=false", "core.safecrlf=false", "core.attributesFile=/dev/null"]
  const settings = [...own, `core.excludesFile=${scratch.excludes}`].flatMap((setting) => ["-c", setting])
  const options = { env: { ...scratch.outside, ...env }, ...(input === undefined ? {} : { input }) }
  const outcome = await git(scratch.root, [...kept, ...settings, ...args], options)
  if (outcome.exit_code !== 0) throw new GitError(args, outcome)
}

async function isThere(scratch: Scratch, path: string): Promise<boolean> {
  return (await lstat(join(scratch.root, path)).catch(() => null)) !== null
}
