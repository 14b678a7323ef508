import { stat } from "node:fs/promises"
import { resolve } from "node:path"
import { git, mergeBase, workTreeTop } from "@proofloop/foundation/git"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"

/** The top of the work tree around a folder. Throws Misuse outside of one. */
export async function rootOf(given: string, cwd: string): Promise<string> {
  const folder = resolve(cwd, given)
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory()) throw new Misuse(`--repo: ${given} is not a folder`)
  const top = await workTreeTop(folder)
  if (top.exit_code === 0) return top.stdout.replace(/\n$/, "")
  if (top.stderr.includes("ENOENT")) throw new Misuse("git is not installed, or not on PATH")
  throw new Misuse(
    /bare repository|must be run in a work tree/.test(top.stderr)
      ? `${given} belongs to a repository without files (a bare one, or .git itself); check needs a work tree`
      : `${folder} is not in a git repository; git init makes one, and --repo DIR names another`,
  )
}

/** The id of a commit. Throws Misuse for an unknown name. */
export async function commitOf(root: string, name: string, option: string): Promise<string> {
  const found = await commitId(root, name)
  if (found.exit_code === 0) return found.stdout.trim()
  const advice = (await isShallow(root)) ? `; ${DEEPEN}` : ""
  throw new Misuse(`${option}: "${name}" names no commit of this repository${advice}`)
}

/** The start of a change: as in `git diff A...B`; without a name HEAD, or the parent of a commit. Throws Misuse. */
export async function baseOf(
  root: string,
  name: string | undefined,
  head: string | null,
  io: Io,
): Promise<string> {
  if (name === undefined) return head === null ? "HEAD" : parentOf(root, head)
  const base = await commitOf(root, name, "--base")
  const common = await mergeBase(root, base, head ?? "HEAD")
  if (common !== null) return common
  const advice = (await isShallow(root)) ? ` (${DEEPEN})` : ""
  io.stderr.write(
    `check: ${name} and the change have no commit in common here${advice}; comparing with ${name} itself\n`,
  )
  return base
}

/** The empty tree at the beginning of history, so that a first commit is all new. */
async function parentOf(root: string, commit: string): Promise<string> {
  const parent = await git(root, ["rev-parse", "--verify", "--quiet", `${commit}^`])
  if (parent.exit_code === 0) return parent.stdout.trim()
  if (await isShallow(root)) throw new Misuse(`--head: the commit before it is not in this clone; ${DEEPEN}`)
  return (await git(root, ["hash-object", "-t", "tree", "--stdin"])).stdout.trim()
}

async function commitId(root: string, name: string): ReturnType<typeof git> {
  return git(root, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`])
}

const DEEPEN = "the clone is shallow: git fetch --unshallow, or fetch-depth: 0 of actions/checkout"

async function isShallow(root: string): Promise<boolean> {
  return (await git(root, ["rev-parse", "--is-shallow-repository"])).stdout.trim() === "true"
}
