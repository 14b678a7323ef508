import { mkdtemp, realpath, rm, stat, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, relative, resolve, sep } from "node:path"
import type { Baselines, ChangeSet, RepositoryFacts } from "@proofloop/stdlib/critics"
import { treeFacts, workTreeFacts } from "@proofloop/stdlib/critics"
import { git, isRepository, mergeBase, rangeChange, workingChange } from "@proofloop/stdlib/workspace"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../io.ts"
import { Misuse } from "../misuse.ts"

/** What is judged: a change and the repository around it. */
export interface CheckSubject {
  readonly root: string
  /** The commit the change starts from, or HEAD of a repository that has none. */
  readonly base: string
  /** The commit that is judged; null: the work tree. */
  readonly head: string | null
  readonly change: ChangeSet
  /** `run_root`: a folder with the files of `head`, for critics that run something. */
  readonly facts: (baselines: Baselines, run_root?: string) => RepositoryFacts
  readonly isWanted: (path: string) => boolean
  /** A folder with the files of a commit, gone when the subject is closed. */
  readonly checkOut: (commit: string) => Promise<string>
  readonly close: () => Promise<void>
}

/** Throws Misuse for a folder that is no repository and a reference that names no commit. */
export async function openSubject(input: Input, io: Io): Promise<CheckSubject> {
  const root = await rootOf(resolve(io.cwd, input.text("repo") ?? "."), input.text("repo") ?? ".")
  const head_name = input.text("head")
  const head = head_name === undefined ? null : await commitOf(root, head_name, "--head")
  const base = await baseOf(root, input.text("base"), head, io)
  const change = head === null ? await workingChange(root, base) : await rangeChange(root, base, head)
  for (const { path, reason } of change.skipped) {
    io.stderr.write(`check: ${path} is left out: ${reason === "too_large" ? "above 2 MiB" : "unreadable"}\n`)
  }
  const folders: string[] = []
  async function checkOut(commit: string): Promise<string> {
    const folder = join(await mkdtemp(join(await realpath(tmpdir()), "proofloop-check-")), "tree")
    folders.push(folder)
    const added = await git(root, ["worktree", "add", "--quiet", "--detach", folder, commit])
    if (added.exit_code !== 0) throw new Misuse(`check: ${added.stderr.trim()}`)
    // What is installed belongs to the work tree; tests of another commit need it as well.
    for (const name of ["node_modules", ".venv", "venv"]) await linkFolder(root, folder, name)
    return folder
  }
  return {
    root,
    base,
    head,
    change,
    facts: (baselines, run_root = root) =>
      head === null
        ? workTreeFacts(root, change, { baselines })
        : { ...treeFacts(root, head, change, { baselines }), root: run_root },
    isWanted: wantedPaths(input.positionals, root, io.cwd),
    checkOut,
    async close() {
      for (const folder of folders) {
        await git(root, ["worktree", "remove", "--force", folder])
        await rm(join(folder, ".."), { recursive: true, force: true })
      }
    },
  }
}

async function linkFolder(from: string, to: string, name: string): Promise<void> {
  const found = await stat(join(from, name)).catch(() => null)
  if (found?.isDirectory()) await symlink(join(from, name), join(to, name), "junction").catch(() => undefined)
}

async function rootOf(folder: string, given: string): Promise<string> {
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory()) throw new Misuse(`--repo: ${given} is not a folder`)
  if (!(await isRepository(folder))) throw new Misuse(`${given} is not in a git repository`)
  const top = await git(folder, ["rev-parse", "--show-toplevel"])
  return top.stdout.replace(/\n$/, "")
}

async function commitOf(root: string, name: string, option: string): Promise<string> {
  const found = await git(root, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`])
  if (found.exit_code !== 0) throw new Misuse(`${option}: "${name}" names no commit of this repository`)
  return found.stdout.trim()
}

/** As `git diff A...B`: what the branch did, not what went on elsewhere meanwhile. */
async function baseOf(root: string, name: string | undefined, head: string | null, io: Io): Promise<string> {
  if (name === undefined && head === null) return "HEAD"
  const base = await commitOf(root, name ?? `${head}^`, "--base")
  const common = await mergeBase(root, base, head ?? "HEAD")
  if (common !== null) return common
  io.stderr.write(
    `check: ${name} and the change have no commit in common here; comparing with ${name} itself\n`,
  )
  return base
}

function wantedPaths(given: readonly string[], root: string, cwd: string): (path: string) => boolean {
  if (given.length === 0) return () => true
  const wanted = given.map((path) => relative(root, resolve(cwd, path)).split(sep).join("/"))
  return (path) => wanted.some((one) => one === "" || path === one || path.startsWith(`${one}/`))
}
