import { mkdir, mkdtemp, realpath, rm, stat, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Baselines, ChangeSet, RepositoryFacts } from "@proofloop/stdlib/critics"
import { treeFacts, workTreeFacts } from "@proofloop/stdlib/critics"
import { git, rangeChange, workingChange } from "@proofloop/stdlib/workspace"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../io.ts"
import { Misuse } from "../misuse.ts"
import { oneLine } from "../terminal/text.ts"
import { baseOf, commitOf, isCommit, rootOf } from "./references.ts"
import { wantedPaths } from "./wanted_paths.ts"

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
  /** A folder with the files of a commit, empty where history has not begun; gone when the subject is closed. */
  readonly checkOut: (commit: string) => Promise<string>
  readonly close: () => Promise<void>
}

/** Throws Misuse for a folder that is no repository and a reference that names no commit. */
export async function openSubject(input: Input, io: Io): Promise<CheckSubject> {
  const root = await rootOf(input.text("repo") ?? ".", io.cwd)
  const head_name = input.text("head")
  const head = head_name === undefined ? null : await commitOf(root, head_name, "--head")
  const base = await baseOf(root, input.text("base"), head, io)
  const change = head === null ? await workingChange(root, base) : await rangeChange(root, base, head)
  for (const { path, reason } of change.skipped) {
    const why = reason === "too_large" ? "above 2 MiB" : "unreadable"
    io.stderr.write(`check: ${oneLine(path)} is left out: ${why}\n`)
  }
  const isWanted = await wantedPaths(input.positionals, { root, cwd: io.cwd, head, change })
  const folders: string[] = []
  async function checkOut(commit: string): Promise<string> {
    const folder = join(await mkdtemp(join(await realpath(tmpdir()), "proofloop-check-")), "tree")
    folders.push(folder)
    if (!(await isCommit(root, commit))) {
      await mkdir(folder)
      return folder
    }
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
    isWanted,
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
