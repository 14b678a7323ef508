import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { git, GitError, type GitOutcome, servedBy } from "@proofloop/foundation/git"
import { raceAbort } from "@proofloop/foundation/process"
import { isBranchName, isCommitId } from "./branch_name.ts"
import { ForgeError } from "./forge_error.ts"
import { FIX_BRANCH_PREFIX, type Git } from "./git.ts"
import { type GitAddress, gitSettings, isWeb } from "./git_address.ts"
import { type Environment, gitNetwork } from "./git_network.ts"
import { fromOwnRepository } from "./own_repository.ts"
import { movedBranch, overtaken, remoteError } from "./remote_error.ts"

export interface GitRemoteOptions {
  /** For one git command, in milliseconds. Default: of `withGitTimeout`, else 600 000. */
  readonly timeout_ms?: number | undefined
  /** Proxies and certificates. Default: this process's environment. */
  readonly env?: Environment | undefined
}

type AddressOf = (signal?: AbortSignal) => Promise<GitAddress>

interface Branches {
  readonly root: string
  readonly commit: string
  readonly branch: string
}

/**
 * Fetches from and pushes to one address, which a function may give anew each time. Ignores the configuration of the
 * repository at `root`.
 */
export function gitRemote(address: GitAddress | AddressOf, options: GitRemoteOptions = {}): Git {
  const at: AddressOf = typeof address === "function" ? address : async () => address
  const { timeout_ms, env = process.env } = options

  const run = async (
    root: string,
    argumentsFor: (url: string) => readonly string[],
    signal?: AbortSignal,
  ): Promise<string> => {
    const place = await at(signal)
    const args = argumentsFor(place.url)
    const talk = async (own: Readonly<Record<string, string>>) => {
      const network = await gitNetwork(env, async (certificates) => {
        const path = join(own["GIT_DIR"] ?? root, "authorities.pem")
        await writeFile(path, certificates)
        return path
      })
      // A push that begins after the stop would overwrite what the next one pushes.
      signal?.throwIfAborted()
      return git(root, args, { env: { ...network, ...gitSettings(place), ...own }, signal, timeout_ms })
    }
    const outcome = await raceAbort(() => fromOwnRepository(root, talk).catch(asOutcome), signal).catch(
      (error: unknown) => {
        if (!signal?.aborted) throw error
        const interrupted = { retryable: true, problem: "interrupted" } as const
        throw new ForgeError("git was interrupted", { ...interrupted, cause: signal.reason })
      },
    )
    if (outcome.exit_code === 0) return outcome.stdout
    throw remoteError(args[0] ?? "", outcome, place)
  }

  /** The commits of these references of the forge; missing ones are left out. */
  const tips = async (
    root: string,
    names: readonly string[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, string>> => {
    const list = (url: string) => ["ls-remote", "--quiet", ...served("upload-pack", url), url, ...names]
    const found = new Map<string, string>()
    for (const line of (await run(root, list, signal)).split("\n")) {
      const [commit = "", name = ""] = line.split("\t")
      if (names.includes(name) && isCommitId(commit)) found.set(name, commit)
    }
    return found
  }

  const fetchCommit: Git["fetchCommit"] = async (root, commit, signal) => {
    requireCommit(commit)
    const known = await git(root, ["cat-file", "-e", `${commit}^{commit}`])
    if (known.exit_code === 0) return
    const quiet = ["--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--no-auto-maintenance"]
    const fetch = (url: string) => ["fetch", "--quiet", ...quiet, ...served("upload-pack", url), url, commit]
    await run(root, fetch, signal)
  }

  const pushTo = async (
    root: string,
    options_of_push: readonly string[],
    refs: readonly string[],
    signal?: AbortSignal,
  ): Promise<void> => {
    const quiet = ["push", "--quiet", "--no-verify", ...options_of_push]
    await run(root, (url) => [...quiet, ...served("receive-pack", url), url, ...refs], signal)
  }

  /** A second reference records what was pushed here, which tells our commits from anybody else's. */
  const pushFix = async (
    { root, commit, branch }: Branches,
    replaces: boolean,
    signal?: AbortSignal,
  ): Promise<void> => {
    const name = `refs/heads/${branch}`
    const record = `${PUSHED}${branch}`
    const known = await tips(root, [name, record], signal)
    const there = known.get(name)
    const is_ours = replaces && there === known.get(record)
    if (there !== undefined && there !== commit && !is_ours) {
      const is_older = (await git(root, ["merge-base", "--is-ancestor", there, commit])).exit_code === 0
      if (!is_older) throw movedBranch(branch, there)
    }
    const leases = [name, record].map((ref) => `--force-with-lease=${ref}:${known.get(ref) ?? ""}`)
    await pushTo(root, ["--atomic", ...leases], [`${commit}:${name}`, `${commit}:${record}`], signal)
  }

  const pushPatiently = async (what: Branches, replaces: boolean, signal?: AbortSignal): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      const refused = await pushFix(what, replaces, signal).then(() => null, overtaken)
      if (refused === null) return
      // Another process pushes the same branch at this moment.
      if (tries === 3) throw refused
    }
  }

  return {
    fetchCommit,
    async fetchBranch(root, branch, signal) {
      requireBranch(branch)
      const name = `refs/heads/${branch}`
      const commit = (await tips(root, [name], signal)).get(name)
      if (commit === undefined)
        throw new ForgeError(`the forge has no branch ${branch}`, { retryable: false, problem: "missing" })
      await fetchCommit(root, commit, signal)
      return commit
    },
    async push(root, commit, branch, signal) {
      requireCommit(commit)
      requireBranch(branch)
      const name = `refs/heads/${branch}`
      // An empty expectation: the branch must not exist.
      if (!branch.startsWith(FIX_BRANCH_PREFIX))
        return pushTo(root, [`--force-with-lease=${name}:`], [`${commit}:${name}`], signal)
      return pushPatiently({ root, commit, branch }, true, signal)
    },
    async advance(root, commit, branch, signal) {
      requireCommit(commit)
      requireBranch(branch)
      if (!branch.startsWith(FIX_BRANCH_PREFIX))
        throw new ForgeError(`${branch} is not a branch of a fix`, { retryable: false })
      return pushPatiently({ root, commit, branch }, false, signal)
    },
    async keep(root, commit, name, signal) {
      requireCommit(commit)
      requireBranch(name)
      if (name.split("/").length !== 2)
        throw new ForgeError(`${name} is not the name of a row and a step`, { retryable: false })
      await pushTo(root, ["--force"], [`${commit}:${KEPT}${name}`], signal)
    },
  }
}

const KEPT = "refs/proofloop/"
/** Prefix before a fix branch's full name, which has three parts; a row named "pushed" has two. */
const PUSHED = "refs/proofloop/pushed/"

function served(service: "upload-pack" | "receive-pack", url: string): readonly string[] {
  return isWeb(url) ? [] : [servedBy(service)]
}

function requireBranch(branch: string): void {
  if (isBranchName(branch)) return
  throw new ForgeError(`${JSON.stringify(branch.slice(0, 200))} cannot name a branch`, { retryable: false })
}

function requireCommit(commit: string): void {
  if (isCommitId(commit)) return
  throw new ForgeError(`${JSON.stringify(commit.slice(0, 80))} is not the full id of a commit`, {
    retryable: false,
  })
}

function asOutcome(error: unknown): GitOutcome {
  if (!(error instanceof GitError)) throw error
  return { exit_code: error.exit_code, stdout: "", stderr: error.message }
}
