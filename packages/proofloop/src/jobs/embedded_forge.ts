import { randomUUID } from "node:crypto"
import { existsSync } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { git, servedBy } from "@proofloop/foundation/git"
import { localForge } from "@proofloop/jobs"
import type { LocalChecksOptions, LocalForge } from "@proofloop/jobs/internal/forge"
import { readCheck } from "@proofloop/runtime/internal/evidence"
import { ownModules } from "@proofloop/stdlib/internal/critics"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { makeStateFolder, stateFolder } from "../verdicts/state_folder.ts"

/**
 * A bare copy of the repository in its `.proofloop`, made if missing, with its default branch and the branch for pull
 * requests moved on. `base` defaults to the default branch, and is made from it. With `own_branches` it must instead
 * exist in the repository. Throws Misuse.
 */
export async function embeddedForge(
  root: string,
  {
    base,
    own_branches = false,
    checks,
    io,
  }: {
    readonly base: string | null
    readonly own_branches?: boolean
    readonly checks?: LocalChecksOptions | undefined
    readonly io: Io
  },
): Promise<LocalForge> {
  const top = await git(root, ["rev-parse", "--show-toplevel"])
  if (top.exit_code !== 0) throw new Misuse(`--repo: ${root} is not in a git repository`)
  if ((await git(root, ["rev-parse", "--verify", "--quiet", "HEAD"])).exit_code !== 0)
    throw new Misuse(`--repo: ${root} has no commit yet`)
  const place = join(stateFolder(root), "forge.git")
  const source = top.stdout.trimEnd()
  if (!existsSync(place)) await create(root, source, place)
  const forge = localForge({ repository: place, checks: checks && { ...checks, unable: whyUnable } })
  const main = await forge.defaultBranch()
  await bringUpToDate({ root, source, place, main, base: base ?? main, own_branches }, io)
  return forge
}

/** The check that judges the work reads its output the same way. */
const whyUnable: LocalChecksOptions["unable"] = async (ended, { command, tree }) => {
  const read = readCheck(ended, { command, isOwnModule: await ownModules(tree) })
  return read.status === "unable" ? read.reason : null
}

async function create(root: string, source: string, place: string): Promise<void> {
  await makeStateFolder(root)
  const fresh = `${place}.${randomUUID()}`
  try {
    const options = ["--quiet", "--bare", "--no-local", "--template=", servedBy("upload-pack")]
    const cloned = await git(root, ["clone", ...options, "--", source, fresh])
    if (cloned.exit_code !== 0)
      throw new Misuse(`${source} cannot be copied for the local forge: ${cloned.stderr.trim()}`)
    await giveMainBranch(root, fresh)
    await rename(fresh, place).catch((error: unknown) => {
      // Another process was faster.
      if (!existsSync(place)) throw error
    })
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** The copy of a repository without a branch, as in CI, has none either. */
async function giveMainBranch(root: string, place: string): Promise<void> {
  const at = ["--git-dir", place]
  if ((await git(root, [...at, "symbolic-ref", "--quiet", "HEAD"])).exit_code === 0) return
  // Fails if the branch exists, which is then used.
  await git(root, [...at, "branch", "--no-track", "main", "HEAD"])
  await git(root, [...at, "symbolic-ref", "HEAD", "refs/heads/main"])
}

interface Copy {
  readonly root: string
  readonly source: string
  readonly place: string
  readonly main: string
  readonly base: string
  readonly own_branches: boolean
}

async function bringUpToDate({ root, source, place, main, base, own_branches }: Copy, io: Io): Promise<void> {
  const at = ["--git-dir", place]
  const has = async (branch: string, where: readonly string[] = []): Promise<boolean> =>
    (await git(root, [...where, "rev-parse", "--verify", "--quiet", `refs/heads/${branch}`])).exit_code === 0
  const origin = own_branches ? base : main
  const moves = new Map([[main, main]]).set(base, origin)
  for (const [branch, from] of moves) if (!(await has(from))) moves.delete(branch)
  // Branches only move forward, so a merge that somebody pushed here is never lost.
  if (moves.size > 0)
    await git(root, [
      ...at,
      "fetch",
      "--quiet",
      "--no-tags",
      "--no-auto-maintenance",
      servedBy("upload-pack"),
      source,
      ...[...moves].map(([branch, from]) => `refs/heads/${from}:refs/heads/${branch}`),
    ])
  if (!(await has(base, at))) {
    if (own_branches) throw new Misuse(`--base ${base}: ${source} has no branch of that name`)
    const made = await git(root, [...at, "branch", "--no-track", "--", base, `refs/heads/${main}`])
    // Another process may have been faster.
    if (!(await has(base, at))) throw new Misuse(`--base ${base}: ${made.stderr.trim()}`)
  }
  const newest = await git(root, ["rev-parse", "--verify", "--quiet", `refs/heads/${origin}`])
  if (newest.exit_code !== 0) return
  const range = [newest.stdout.trim(), `refs/heads/${base}`]
  if ((await git(root, [...at, "merge-base", "--is-ancestor", ...range])).exit_code === 0) return
  io.stderr.write(
    `proofloop: ${base} in ${place} does not have all that is on ${origin}; merge and push it there, or fixes start from older code\n`,
  )
}
