import { readdir, realpath, rm } from "node:fs/promises"
import { basename, dirname, join, relative, resolve, sep } from "node:path"
import {
  checkOut,
  checkOutIndex,
  type GitChange,
  rangeChange,
  stagedChange,
  workingChange,
  installedFolderOf,
  type WorkingChange,
} from "@proofloop/foundation/git"
import { oneLine, plural } from "@proofloop/foundation/text"
import {
  type Baselines,
  treeFacts,
  workTreeFacts,
  type RepositoryFacts,
  stagedFacts,
} from "@proofloop/stdlib/internal/check"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { baseOf, commitOf, rootOf } from "./references.ts"

export interface CheckSubject {
  readonly root: string
  readonly base: string
  /** Whether the files in `root` are judged, rather than a commit or the index. */
  readonly is_work_tree: boolean
  readonly change: GitChange
  /** `run_root`: a folder with the judged files, for critics that run something. */
  readonly facts: (baselines: Baselines, run_root?: string) => RepositoryFacts
  /** The judged files in a separate folder; null where that is `root`. */
  readonly checkOut: () => Promise<CheckedOutSubject | null>
  readonly isWanted: (path: string) => boolean
}

interface CheckedOutSubject {
  readonly root: string
  remove(): Promise<void>
}

/** Throws Misuse for a folder outside a repository and for an unknown reference. */
export async function openSubject(input: Input, io: Io): Promise<CheckSubject> {
  const root = await rootOf(input.text("repo") ?? ".", io.cwd)
  const head_name = input.text("head")
  const is_staged = input.flag("staged")
  const head = head_name === undefined ? null : await commitOf(root, head_name, "--head")
  const base = await baseOf(root, input.text("base"), head, io)
  const source = is_staged
    ? await stagedSource(root, base, io)
    : head === null
      ? await workTreeSource(root, base, io)
      : await commitSource(root, base, head)
  for (const { path, reason } of source.change.skipped) {
    const why = reason === "too_large" ? "above 2 MiB" : "unreadable"
    io.stderr.write(`check: ${oneLine(path)} is left out: ${why}\n`)
  }
  const isWanted = await wantedPaths(input.positionals, { root, cwd: io.cwd, ...source })
  return { root, base, isWanted, ...source }
}

type Source = Pick<CheckSubject, "is_work_tree" | "change" | "facts" | "checkOut">

async function workTreeSource(root: string, base: string, io: Io): Promise<Source> {
  const { change, folders } = withoutInstalled(await workingChange(root, base, { without_installed: true }))
  for (const [folder, count] of folders) {
    io.stderr.write(
      `check: ${oneLine(folder)} is left out (${plural(count, "new file")}); .gitignore should name it\n`,
    )
  }
  return {
    is_work_tree: true,
    change,
    facts: (baselines) => workTreeFacts(root, change, { baselines }),
    checkOut: () => Promise.resolve(null),
  }
}

async function commitSource(root: string, base: string, head: string): Promise<Source> {
  const change = await rangeChange(root, base, head)
  return {
    is_work_tree: false,
    change,
    facts: (baselines, run_root = root) => ({
      ...treeFacts(root, head, change, { baselines }),
      root: run_root,
    }),
    checkOut: () => checkOut(root, head),
  }
}

/** The content of the next commit. A hook of `git commit -a`, or of a commit of some paths, names another index. */
async function stagedSource(root: string, base: string, io: Io): Promise<Source> {
  const index_file = io.env["GIT_INDEX_FILE"]
  const change = await stagedChange(root, base, index_file)
  const [conflict] = change.unmerged
  if (conflict !== undefined) {
    throw new Misuse(
      `--staged: ${oneLine(conflict)} has a conflict that is not resolved; git commits nothing as long as there is one`,
    )
  }
  return {
    is_work_tree: false,
    change,
    facts: (baselines, run_root = root) => ({
      ...stagedFacts(root, change, { baselines }),
      root: run_root,
    }),
    checkOut: async () => {
      // Uncommitted files are laid over the commit they will follow, so that git answers there too.
      const tree = await checkOut(root, "HEAD")
      try {
        await removeTracked(tree.root)
        await checkOutIndex(root, tree.root, index_file)
      } catch (error) {
        await tree.remove()
        throw error
      }
      return tree
    },
  }
}

/** Removes the commit's files from our folder, but keeps what makes it a work tree. */
async function removeTracked(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name !== ".git") await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Whether a finding is about one of the paths of a call. Throws Misuse for an unknown path. */
async function wantedPaths(
  given: readonly string[],
  { root, cwd, change, facts: factsOf }: Source & { readonly root: string; readonly cwd: string },
): Promise<(path: string) => boolean> {
  if (given.length === 0) return () => true
  const facts = factsOf({})
  const wanted: string[] = []
  for (const path of given) {
    const plain = relative(root, await withoutLinks(resolve(cwd, path)))
      .split(sep)
      .join("/")
    const is_touched = change.files.some((file) => isBelow(plain, file.path))
    if (!is_touched && !(await facts.exists(plain === "" ? "." : plain))) {
      throw new Misuse(`${path}: no such file in this repository or in the change`)
    }
    wanted.push(plain)
  }
  return (path) => wanted.some((one) => isBelow(one, path))
}

/** With git's spelling of the root; the last name stays, because it may be a link itself or gone. */
async function withoutLinks(path: string): Promise<string> {
  const folder = await realpath(dirname(path)).catch(() => dirname(path))
  return join(folder, basename(path))
}

function isBelow(folder: string, path: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`)
}

interface Installed {
  readonly change: GitChange
  readonly folders: ReadonlyMap<string, number>
}

/**
 * A change of the work tree without new files in `node_modules` and in virtual environments of Python. Untracked ones
 * were left out unread; here go those that somebody staged. `check --staged` judges them.
 */
function withoutInstalled({ installed, ...change }: WorkingChange): Installed {
  const folderOf = installedFolderOf(change.files.map(({ path }) => path))
  const staged = new Map<string, number>()
  const isJudged = ({ path, before }: GitChange["files"][number]): boolean => {
    const folder = before === null ? folderOf(path) : null
    if (folder !== null) staged.set(folder, (staged.get(folder) ?? 0) + 1)
    return folder === null
  }
  const files = change.files.filter(isJudged)
  const skipped = change.skipped.filter(({ path }) => folderOf(path) === null)
  const folders = new Map([...staged, ...installed])
  return { change: { ...change, files, skipped }, folders }
}
