import { randomUUID } from "node:crypto"
import { existsSync } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { resolve, join } from "node:path"
import { git, servedBy } from "@proofloop/foundation/git"
import { DRAFT_CHOICES, type DraftChoice, type Forge, localForge } from "@proofloop/jobs/forge"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { makeStateFolder, stateFolder } from "../verdicts/state_folder.ts"
import { GITHUB_FLAGS, githubFrom } from "./github.ts"

const GITHUB = "github:"

/** Reads --forge, --base and --draft; the embedded forge is made when it is missing. Throws Misuse. */
export async function readPublishing(
  input: Input,
  io: Io,
  root: string,
): Promise<Publishing & { readonly draft?: DraftChoice }> {
  const draft = DRAFT_CHOICES.find((choice) => choice === input.text("draft"))
  return { ...(await readForge(input, io, root)), ...(draft === undefined ? {} : { draft }) }
}

async function readForge(input: Input, io: Io, root: string): Promise<Publishing> {
  const given = input.text("forge")
  const base = input.text("base")
  if (given === undefined || given === "") {
    const other = GITHUB_FLAGS.find((name) => input.text(name) !== undefined)
    if (given === "" || other !== undefined)
      throw new Misuse(`${other === undefined ? "--forge" : `--${other}`} needs --forge github:OWNER/NAME`)
    return embeddedForge(root, base ?? "next", io)
  }
  if (base === undefined)
    throw new Misuse("--forge needs --base BRANCH: where pull requests go, not the default branch")
  return {
    base,
    forge: given.startsWith(GITHUB)
      ? await githubFrom(given.slice(GITHUB.length), { input, io, root })
      : localForge({ repository: resolve(io.cwd, given.replace(/^local:/, "")) }),
  }
}

/** A bare copy of the repository in `.proofloop`, made if missing, its branch for pull requests moved on. Throws Misuse. */
async function embeddedForge(root: string, base: string, io: Io): Promise<Publishing> {
  const top = await git(root, ["rev-parse", "--show-toplevel"])
  if (top.exit_code !== 0) throw new Misuse(`--repo: ${root} is not in a git repository`)
  if ((await git(root, ["rev-parse", "--verify", "--quiet", "HEAD"])).exit_code !== 0)
    throw new Misuse(`--repo: ${root} has no commit yet`)
  const place = join(stateFolder(root), "forge.git")
  const source = top.stdout.trimEnd()
  if (!existsSync(place)) await create(root, source, place)
  const forge = localForge({ repository: place })
  const main = await forge.defaultBranch()
  // The default branch itself is refused later.
  if (base !== main) await bringUpToDate({ root, source, place, main, base }, io)
  return { forge, base }
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

/** A copy of a repository that is on no branch, as CI checks it out, is on none either. */
async function giveMainBranch(root: string, place: string): Promise<void> {
  const at = ["--git-dir", place]
  if ((await git(root, [...at, "symbolic-ref", "--quiet", "HEAD"])).exit_code === 0) return
  // Fails where there is a branch of that name, which is then the one.
  await git(root, [...at, "branch", "--no-track", "main", "HEAD"])
  await git(root, [...at, "symbolic-ref", "HEAD", "refs/heads/main"])
}

interface Copy {
  readonly root: string
  readonly source: string
  readonly place: string
  readonly main: string
  readonly base: string
}

async function bringUpToDate({ root, source, place, main, base }: Copy, io: Io): Promise<void> {
  const at = ["--git-dir", place]
  const from = `refs/heads/${main}`
  // Branches only move on, so a merge that somebody pushed here is never lost.
  const moves = [main, base].map((branch) => `${from}:refs/heads/${branch}`)
  await git(root, [
    ...at,
    "fetch",
    "--quiet",
    "--no-tags",
    "--no-auto-maintenance",
    servedBy("upload-pack"),
    source,
    ...moves,
  ])
  const hasBase = async (): Promise<boolean> =>
    (await git(root, [...at, "rev-parse", "--verify", "--quiet", `refs/heads/${base}`])).exit_code === 0
  if (!(await hasBase())) {
    const made = await git(root, [...at, "branch", "--no-track", "--", base, from])
    // Another process may have been faster.
    if (!(await hasBase())) throw new Misuse(`--base ${base}: ${made.stderr.trim()}`)
  }
  const newest = await git(root, ["rev-parse", "--verify", "--quiet", from])
  if (newest.exit_code !== 0) return
  const range = [newest.stdout.trim(), `refs/heads/${base}`]
  if ((await git(root, [...at, "merge-base", "--is-ancestor", ...range])).exit_code === 0) return
  io.stderr.write(
    `proofloop: ${base} in ${place} does not have all that is on ${main}; merge and push it there, or fixes start from older code\n`,
  )
}

interface Publishing {
  readonly forge: Forge
  readonly base: string
}
