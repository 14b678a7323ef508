import { lstat, readFile, rm, rmdir, writeFile } from "node:fs/promises"
import { join, posix } from "node:path"
import { git } from "@proofloop/foundation/git"

/** Runs something in a work tree, then removes its build folders, caches and reports, and restores lockfiles. */
export async function withoutLeavings<Result>(root: string, run: () => Promise<Result>): Promise<Result> {
  const before = await strangers(root)
  if (before === null) return run()
  const locks = await Promise.all(LOCK_FILES.map(async (name) => [name, await lockIn(root, name)] as const))
  try {
    return await run()
  } finally {
    for (const path of (await strangers(root)) ?? []) {
      if (!before.has(path) && isLeaving(path)) await removeWithFolders(root, path, before)
    }
    for (const [name, lock] of locks) await putBack(root, name, lock)
  }
}

/** Untracked files and folders, ignored ones included; null outside of a repository. */
async function strangers(root: string): Promise<ReadonlySet<string> | null> {
  const args = [
    "status",
    "--porcelain",
    "-z",
    "--untracked-files=all",
    "--ignored=matching",
    "--no-renames",
    "--",
    ".",
  ]
  const { exit_code, stdout } = await git(root, args)
  const prefix = await git(root, ["rev-parse", "--show-prefix"])
  if (exit_code !== 0 || prefix.exit_code !== 0) return null
  const above = prefix.stdout.trim()
  const paths = stdout.split("\0").flatMap((line) => {
    if (!line.startsWith("?? ") && !line.startsWith("!! ")) return []
    const path = line.slice(3)
    return path.startsWith(above) ? [path.slice(above.length).replace(/\/$/, "")] : []
  })
  return new Set(paths)
}

const LOCK_FILES = [
  "Cargo.lock",
  "go.mod",
  "go.sum",
  "npm-shrinkwrap.json",
  "package-lock.json",
  "pnpm-lock.yaml",
  "poetry.lock",
  "uv.lock",
  "yarn.lock",
]

/** Files that tools write into a project unasked. */
const FOLDERS = new Set(
  "target build .gradle bin out dist coverage .nyc_output htmlcov test-results .cache __pycache__ .pytest_cache .mypy_cache .ruff_cache .hypothesis".split(
    " ",
  ),
)
const FILES =
  /^(?:\.coverage|coverage\.(?:out|xml|json)|lcov\.info|junit\.xml|.{1,100}\.(?:class|pyc|tsbuildinfo|test))$/

function isLeaving(path: string): boolean {
  const folders = path.split("/")
  const name = folders.at(-1) ?? ""
  return (
    folders.some((folder) => FOLDERS.has(folder)) ||
    FILES.test(name) ||
    LOCK_FILES.includes(name) ||
    /\.egg-info(?:\/|$)/.test(path)
  )
}

async function removeWithFolders(root: string, path: string, before: ReadonlySet<string>): Promise<void> {
  await rm(join(root, path), { recursive: true, force: true })
  for (
    let folder = posix.dirname(path);
    folder !== "." && !before.has(folder);
    folder = posix.dirname(folder)
  ) {
    const is_gone = await rmdir(join(root, folder)).then(
      () => true,
      () => false,
    )
    if (!is_gone) return
  }
}

interface Lock {
  readonly content: Buffer
  readonly mode: number
}

/** Null for anything but a file of the folder, because the run may have left a link there. */
async function lockIn(root: string, name: string): Promise<Lock | null> {
  const file = join(root, name)
  const stats = await lstat(file).catch(() => null)
  if (stats?.isFile() !== true) return null
  return { content: await readFile(file), mode: stats.mode & 0o777 }
}

async function putBack(root: string, name: string, before: Lock | null): Promise<void> {
  if (before === null) return
  const now = await lockIn(root, name)
  if (now?.content.equals(before.content) === true) return
  await rm(join(root, name), { recursive: true, force: true })
  // A new file: nothing is written through a link.
  await writeFile(join(root, name), before.content, { flag: "wx", mode: before.mode })
}
