import { createHash } from "node:crypto"
import { lstat, readFile, readlink } from "node:fs/promises"
import { join } from "node:path"
import { git, isIgnored, isRepository } from "./git.ts"
import { listTree } from "./tree.ts"

/** Files up to this size are compared by content, as long as the total stays within the budget; others by size and time. */
const CONTENT_BYTES = 1024 * 1024
const CONTENT_BUDGET_BYTES = 64 * 1024 * 1024
const NESTED_REPOSITORIES = 3

/**
 * A digest that changes when the content of the work tree changes: names, content, the executable bit. In a git
 * repository ignored files do not count, and committing, staging or touching a file changes nothing. Elsewhere all files
 * count but what tools leave behind (`node_modules`, `__pycache__`, ...). null when the folder cannot be read.
 */
export async function workspaceDigest(root: string): Promise<string | null> {
  return digest(root, { left: CONTENT_BUDGET_BYTES }, NESTED_REPOSITORIES)
}

interface Budget {
  left: number
}

async function digest(root: string, budget: Budget, depth: number): Promise<string | null> {
  try {
    const entries = (await gitEntries(root, budget, depth)) ?? (await treeEntries(root, budget))
    const hash = createHash("sha256")
    for (const path of [...entries.keys()].toSorted()) hash.update(`${path}\0${entries.get(path)}\0`)
    return hash.digest("hex")
  } catch {
    return null
  }
}

/** Tracked files by the index, which knows their content's id, replaced by the file's own where git sees a difference. */
async function gitEntries(root: string, budget: Budget, depth: number): Promise<Map<string, string> | null> {
  if (!(await isRepository(root))) return null
  if (await isIgnored(root, ".")) return null
  const [staged, changed] = await Promise.all([
    git(root, ["ls-files", "-z", "--stage"]),
    git(root, ["ls-files", "-z", "--modified", "--others", "--exclude-standard"]),
  ])
  if (staged.exit_code !== 0 || changed.exit_code !== 0) return null
  const entries = new Map<string, string>()
  const repositories: string[] = []
  for (const entry of split(staged.stdout)) {
    const [mode, id] = entry.split(" ")
    const path = entry.slice(entry.indexOf("\t") + 1)
    if (mode === "160000") repositories.push(path)
    else entries.set(path, `${mode} ${id}`)
  }
  const algorithm = /^\d+ [0-9a-f]{64}/.test(staged.stdout) ? "sha256" : "sha1"
  for (const path of new Set(split(changed.stdout))) {
    if (path.endsWith("/")) repositories.push(path.slice(0, -1))
    if (path.endsWith("/") || repositories.includes(path) || (!entries.has(path) && isLeftBehind(path)))
      continue
    const entry = await fileEntry(join(root, path), budget, algorithm)
    if (entry === null) entries.delete(path)
    else entries.set(path, entry)
  }
  for (const path of repositories) {
    const content = depth === 0 ? null : await digest(join(root, path), budget, depth - 1)
    entries.set(path, `repository ${content}`)
  }
  return entries
}

async function treeEntries(root: string, budget: Budget): Promise<Map<string, string>> {
  await lstat(root)
  const entries = new Map<string, string>()
  for (const path of await listTree(root)) {
    if (isLeftBehind(path)) continue
    const entry = await fileEntry(join(root, path), budget, "sha1")
    if (entry !== null) entries.set(path, entry)
  }
  return entries
}

/** In git's own terms, so that a file means the same before and after it is committed. */
async function fileEntry(path: string, budget: Budget, algorithm: "sha1" | "sha256"): Promise<string | null> {
  const stats = await lstat(path).catch(() => null)
  if (stats === null) return null
  if (stats.isSymbolicLink()) return `120000 ${blobId(Buffer.from(await readlink(path)), algorithm)}`
  const mode = (stats.mode & 0o111) === 0 ? "100644" : "100755"
  if (!stats.isFile() || stats.size > CONTENT_BYTES || stats.size > budget.left) {
    return `${mode} ${stats.size} bytes, ${stats.mtimeMs}`
  }
  budget.left -= stats.size
  return `${mode} ${blobId(await readFile(path), algorithm)}`
}

function blobId(content: Buffer, algorithm: "sha1" | "sha256"): string {
  return createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest("hex")
}

/** What a test run or an interpreter writes by itself is no edit, also where no .gitignore says so. */
function isLeftBehind(path: string): boolean {
  return path.split("/").some((name) => left_behind.test(name))
}

const left_behind =
  /^(node_modules|__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.venv|\.coverage|\.nyc_output|\.turbo|\.gradle|\.proofloop|\.DS_Store)$|\.(pyc|tsbuildinfo)$/

function split(output: string): readonly string[] {
  return output.split("\0").filter((entry) => entry !== "")
}
