import { randomUUID } from "node:crypto"
import { existsSync } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { join, resolve } from "node:path"
import { type Forge, githubForge, localForge } from "@proofloop/stdlib/self-correction"
import { git } from "@proofloop/stdlib/workspace"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../io.ts"
import { Misuse } from "../misuse.ts"
import { stateFolder } from "../verdicts/state_folder.ts"

/** Where pull requests go. */
export interface Publishing {
  readonly forge: Forge
  readonly base: string
}

const GITHUB = "github:"

/** Reads --forge and --base; the embedded forge is made when it is missing. Throws Misuse. */
export async function readPublishing(input: Input, io: Io, root: string): Promise<Publishing> {
  const given = input.text("forge")
  if (given === undefined) return embedded(root, input.text("base") ?? "next")
  const base = input.text("base")
  if (base === undefined)
    throw new Misuse("--forge needs --base BRANCH: where pull requests go, not the default branch")
  return {
    base,
    forge: given.startsWith(GITHUB)
      ? github(given, input, io)
      : localForge({ repository: resolve(io.cwd, given) }),
  }
}

function github(given: string, input: Input, io: Io): Forge {
  const variable = input.text("github-token-env") ?? "GITHUB_TOKEN"
  const token = io.env[variable]
  if (token === undefined || token === "") {
    throw new Misuse(`--forge ${given}: the environment variable ${variable} has no token`)
  }
  const api_url = input.text("github-api")
  return githubForge({
    repository: given.slice(GITHUB.length),
    token,
    ...(api_url === undefined ? {} : { api_url }),
  })
}

/** A bare copy of the repository with a branch for pull requests, which only this command and people who look for it use. */
async function embedded(root: string, base: string): Promise<Publishing> {
  const repository = join(await stateFolder(root), "forge.git")
  if (!existsSync(repository)) await create(root, repository)
  const at = ["--git-dir", repository]
  const found = await git(root, [...at, "rev-parse", "--verify", "--quiet", `refs/heads/${base}`])
  if (found.exit_code !== 0) {
    const made = await git(root, [...at, "branch", base, "HEAD"])
    if (made.exit_code !== 0) throw new Misuse(`--base ${base}: ${made.stderr.trim()}`)
  }
  return { forge: localForge({ repository }), base }
}

async function create(root: string, repository: string): Promise<void> {
  const fresh = `${repository}.${randomUUID()}`
  try {
    const cloned = await git(root, ["clone", "--quiet", "--bare", "--template=", ".", fresh])
    if (cloned.exit_code !== 0)
      throw new Misuse(`${root} cannot be copied for the local forge: ${cloned.stderr.trim()}`)
    await rename(fresh, repository)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}
