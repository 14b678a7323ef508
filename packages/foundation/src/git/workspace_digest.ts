import { createHash } from "node:crypto"
import { type BigIntStats, rmSync } from "node:fs"
import { lstat, readFile, readlink, realpath } from "node:fs/promises"
import { join } from "node:path"
import { treeOf } from "./changed_files.ts"
import { isIgnored, isRepository } from "./git.ts"
import { openScratch, type Scratch } from "./scratch.ts"
import { listTree } from "./tree.ts"
import { treeEntries } from "./tree_entries.ts"
import { readWorkTree, subtreeOf, type WorkTree } from "./work_tree.ts"

/** Outside git, files up to this size are compared by content, as long as the total stays within the budget. */
const CONTENT_BYTES = 1024 * 1024
const CONTENT_BUDGET_BYTES = 64 * 1024 * 1024
const NESTED_REPOSITORIES = 3

/**
 * A digest that changes when the content of the work tree changes: names, content, the executable bit. In a git
 * repository ignored files do not count, and committing, staging or touching a file changes nothing; no flag in the index and
 * no setting of the repository hides a change. Elsewhere all files count but what tools leave behind (`node_modules`,
 * `__pycache__`, ...). null when the folder cannot be read.
 */
export async function workspaceDigest(root: string): Promise<string | null> {
  return digest(root, { left: CONTENT_BUDGET_BYTES }, NESTED_REPOSITORIES)
}

interface Budget {
  left: number
}

async function digest(root: string, budget: Budget, depth: number): Promise<string | null> {
  try {
    const entries = (await gitEntries(root, budget, depth)) ?? (await folderEntries(root, budget))
    const hash = createHash("sha256")
    for (const path of [...entries.keys()].toSorted()) hash.update(`${path}\0${entries.get(path)}\0`)
    return hash.digest("hex")
  } catch {
    return null
  }
}

async function gitEntries(root: string, budget: Budget, depth: number): Promise<Map<string, string> | null> {
  if (!(await isRepository(root))) return null
  if (await isIgnored(root, ".")) return null
  const { scratch, read } = await readAgain(root)
  const entries = new Map<string, string>()
  const repositories = [...read.nested]
  for (const [path, { kind, mode, id }] of await treeEntries(scratch, read.tree)) {
    if (kind === "submodule") repositories.push(path)
    else entries.set(path, `${mode} ${id}`)
  }
  for (const path of [...read.too_large, ...read.unreadable]) {
    const stats = await lstat(join(root, path), { bigint: true }).catch(() => null)
    if (stats !== null) entries.set(path, statText(stats))
  }
  for (const path of repositories) {
    const content = depth === 0 ? null : await digest(join(root, path), budget, depth - 1)
    entries.set(path, `repository ${content}`)
  }
  return entries
}

/** Scratches of the roots asked about last, by real path: reading again looks only at what changed. */
const scratches = new Map<string, Promise<Scratch>>()
const MOST_SCRATCHES = 4

/** One reading of a root at a time: they share an index. */
const readings = new Map<string, Promise<unknown>>()

async function readAgain(root: string): Promise<{ readonly scratch: Scratch; readonly read: WorkTree }> {
  const real = await realpath(root)
  const before = readings.get(real) ?? Promise.resolve()
  const reading = before.catch(() => undefined).then(() => readOnce(real))
  readings.set(real, reading)
  try {
    return await reading
  } finally {
    if (readings.get(real) === reading) readings.delete(real)
  }
}

async function readOnce(root: string): Promise<{ readonly scratch: Scratch; readonly read: WorkTree }> {
  const scratch = await scratchOf(root)
  try {
    const base = await treeOf(root, "HEAD")
    const entries = await treeEntries(scratch, await subtreeOf(scratch, base))
    return { scratch, read: await readWorkTree(scratch, base, entries, (path) => !isLeftBehind(path)) }
  } catch (error) {
    forget(root, scratch)
    throw error
  }
}

/** Removed when the process ends. */
const folders = new Set<string>()

async function newScratch(root: string): Promise<Scratch> {
  const scratch = await openScratch(root)
  if (folders.size === 0) process.once("exit", removeFolders)
  folders.add(scratch.folder)
  return scratch
}

function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

async function scratchOf(root: string): Promise<Scratch> {
  const known = scratches.get(root) ?? newScratch(root)
  scratches.delete(root)
  scratches.set(root, known)
  for (const [oldest, scratch] of scratches) {
    if (scratches.size <= MOST_SCRATCHES) break
    if (!readings.has(oldest)) forget(oldest, await scratch)
  }
  known.catch(() => scratches.delete(root))
  return known
}

function forget(root: string, scratch: Scratch): void {
  scratches.delete(root)
  folders.delete(scratch.folder)
  if (folders.size === 0) process.off("exit", removeFolders)
  rmSync(scratch.folder, { recursive: true, force: true })
}

async function folderEntries(root: string, budget: Budget): Promise<Map<string, string>> {
  await lstat(root)
  const entries = new Map<string, string>()
  for (const path of await listTree(root)) {
    if (isLeftBehind(path)) continue
    const entry = await fileEntry(join(root, path), budget)
    if (entry !== null) entries.set(path, entry)
  }
  return entries
}

async function fileEntry(path: string, budget: Budget): Promise<string | null> {
  const stats = await lstat(path, { bigint: true }).catch(() => null)
  if (stats === null) return null
  if (stats.isSymbolicLink()) return `link ${hashOf(Buffer.from(await readlink(path)))}`
  if (!stats.isFile() || stats.size > CONTENT_BYTES || stats.size > budget.left) return statText(stats)
  budget.left -= Number(stats.size)
  return `${modeOf(stats)} ${hashOf(await readFile(path))}`
}

/** Without its content: nobody sets the time of a file's last change of status back. */
function statText(stats: BigIntStats): string {
  return `${modeOf(stats)} ${stats.size} bytes, ${stats.mtimeNs} ${stats.ctimeNs} ${stats.ino}`
}

function modeOf(stats: BigIntStats): string {
  return (stats.mode & 0o111n) === 0n ? "100644" : "100755"
}

function hashOf(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex")
}

/** What a test run or an interpreter writes by itself is no edit, also where no .gitignore says so. */
function isLeftBehind(path: string): boolean {
  return path.split("/").some((name) => LEFT_BEHIND.test(name))
}

const LEFT_BEHIND =
  /^(node_modules|__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.venv|\.coverage|\.nyc_output|\.turbo|\.gradle|\.proofloop|\.DS_Store)$|\.(pyc|tsbuildinfo)$/
