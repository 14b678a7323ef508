import { writeFile, copyFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { temporaryFolder } from "@proofloop/foundation/files"
import {
  git,
  GitError,
  missingCommits,
  servedBy,
  makeBareRepository,
  objectStoreOf,
  requireGit,
} from "@proofloop/foundation/git"
import { raceAbort } from "@proofloop/foundation/process"
import { isBranchName, isCommitId } from "./branch_name.ts"
import { ForgeError } from "./forge_error.ts"
import { FIX_BRANCH_PREFIX, type Git } from "./git.ts"
import { type GitAddress, gitSettings, isWeb } from "./git_address.ts"
import { type Environment, gitNetwork } from "./git_network.ts"
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

/** Fetches from and pushes to one address, which a function may give anew. Ignores the configuration at `root`. */
export function gitRemote(address: GitAddress | AddressOf, options: GitRemoteOptions = {}): Git {
  const at: AddressOf = typeof address === "function" ? address : async () => address
  const { timeout_ms, env = process.env } = options

  const within = async <Result>(
    root: string,
    work: (talk: Talk) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> => {
    const talking = async ({ env: own, readBranches }: OwnRepository) =>
      work({
        readBranches,
        run: async (argumentsFor) => {
          const place = await at(signal)
          const args = argumentsFor(place.url)
          const network = await gitNetwork(env, async (certificates) => {
            const path = join(own["GIT_DIR"] ?? root, "authorities.pem")
            await writeFile(path, certificates)
            return path
          })
          // A push that begins after the stop would overwrite what the next one pushes.
          signal?.throwIfAborted()
          const outcome = await git(root, args, {
            env: { ...network, ...gitSettings(place), ...own },
            signal,
            timeout_ms,
          })
          if (outcome.exit_code === 0) return outcome.stdout
          throw remoteError(args[0] ?? "", outcome, place)
        },
      })
    try {
      return await raceAbort(() => fromOwnRepository(root, talking), signal)
    } catch (error) {
      if (signal?.aborted) {
        const interrupted = { retryable: true, problem: "interrupted" } as const
        throw new ForgeError("git was interrupted", { ...interrupted, cause: signal.reason })
      }
      if (!(error instanceof GitError)) throw error
      const { args, exit_code } = error
      throw remoteError(args[0] ?? "", { exit_code, stdout: "", stderr: error.message }, await at(signal))
    }
  }

  return {
    async fetchCommit(root, commit, signal) {
      requireCommit(commit)
      if ((await missingCommits(root, [commit])).length === 0) return
      await within(root, async (talk) => fetchFrom(talk, commit), signal)
    },
    async fetchBranch(root, branch, signal) {
      requireBranch(branch)
      const name = `refs/heads/${branch}`
      const fetched = async (talk: Talk): Promise<string> => {
        const commit = (await tipsOf(talk, [name])).get(name)
        if (commit === undefined)
          throw new ForgeError(`the forge has no branch ${branch}`, { retryable: false, problem: "missing" })
        if ((await missingCommits(root, [commit])).length > 0) await fetchFrom(talk, commit)
        return commit
      }
      return within(root, fetched, signal)
    },
    async push(root, commit, branch, signal) {
      requireCommit(commit)
      requireBranch(branch)
      const name = `refs/heads/${branch}`
      // An empty expectation: the branch must not exist.
      const fresh = [`--force-with-lease=${name}:`]
      return branch.startsWith(FIX_BRANCH_PREFIX)
        ? within(root, async (talk) => pushPatiently(talk, { root, commit, branch }, true), signal)
        : within(root, async (talk) => pushFrom(talk, fresh, [`${commit}:${name}`]), signal)
    },
    async advance(root, commit, branch, signal) {
      requireCommit(commit)
      requireBranch(branch)
      if (!branch.startsWith(FIX_BRANCH_PREFIX))
        throw new ForgeError(`${branch} is not a branch of a fix`, { retryable: false })
      return within(root, async (talk) => pushPatiently(talk, { root, commit, branch }, false), signal)
    },
    async keep(root, commit, name, signal) {
      requireCommit(commit)
      requireBranch(name)
      if (name.split("/").length !== 2)
        throw new ForgeError(`${name} is not the name of a row and a step`, { retryable: false })
      await within(root, async (talk) => pushFrom(talk, ["--force"], [`${commit}:${KEPT}${name}`]), signal)
    },
  }
}

/** What git can do at one address, from a repository of its own. */
interface Talk extends Pick<OwnRepository, "readBranches"> {
  /** What git prints. Rejects with ForgeError. */
  readonly run: (argumentsFor: (url: string) => readonly string[]) => Promise<string>
}

/** The commits of these references of the forge; missing ones are left out. */
async function tipsOf({ run }: Talk, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const told = await run((url) => ["ls-remote", "--quiet", ...served("upload-pack", url), url, ...names])
  for (const line of told.split("\n")) {
    const [commit = "", name = ""] = line.split("\t")
    if (names.includes(name) && isCommitId(commit)) found.set(name, commit)
  }
  return found
}

async function fetchFrom({ run, readBranches }: Talk, commit: string): Promise<void> {
  await readBranches()
  const quiet = ["--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--no-auto-maintenance"]
  await run((url) => ["fetch", "--quiet", ...quiet, ...served("upload-pack", url), url, commit])
}

async function pushFrom({ run }: Talk, options: readonly string[], refs: readonly string[]): Promise<void> {
  const quiet = ["push", "--quiet", "--no-verify", ...options]
  await run((url) => [...quiet, ...served("receive-pack", url), url, ...refs])
}

async function pushPatiently(talk: Talk, what: Branches, replaces: boolean): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const refused = await pushFix(talk, what, replaces).then(() => null, overtaken)
    if (refused === null) return
    // Another process pushes the same branch at this moment.
    if (tries === 3) throw refused
  }
}

/** A second reference records what was pushed here, which tells our commits from anybody else's. */
async function pushFix(talk: Talk, { root, commit, branch }: Branches, replaces: boolean): Promise<void> {
  const name = `refs/heads/${branch}`
  const record = `${PUSHED}${branch}`
  const known = await tipsOf(talk, [name, record])
  const there = known.get(name)
  const is_ours = replaces && there === known.get(record)
  if (there !== undefined && there !== commit && !is_ours) {
    const is_older = (await git(root, ["merge-base", "--is-ancestor", there, commit])).exit_code === 0
    if (!is_older) throw movedBranch(branch, there)
  }
  const leases = [name, record].map((ref) => `--force-with-lease=${ref}:${known.get(ref) ?? ""}`)
  await pushFrom(talk, ["--atomic", ...leases], [`${commit}:${name}`, `${commit}:${record}`])
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

export function requireCommit(commit: string): void {
  if (isCommitId(commit)) return
  throw new ForgeError(`${JSON.stringify(commit.slice(0, 80))} is not the full id of a commit`, {
    retryable: false,
  })
}

interface OwnRepository {
  readonly env: Readonly<Record<string, string>>
  /** Lets it know the branches of the other one: what is there need not be fetched again. Rejects with GitError. */
  readonly readBranches: () => Promise<void>
}

/**
 * Lets git talk to a forge from a separate repository that shares the objects of the one at `root`. The
 * configuration there could send a push and its credential elsewhere (addresses, proxies, certificates), and a test
 * in its work tree may have written it. Rejects with GitError, and as `talk` does.
 */
async function fromOwnRepository<Result>(
  root: string,
  talk: (own: OwnRepository) => Promise<Result>,
): Promise<Result> {
  const { format, objects, shallow } = await objectStoreOf(root)
  const own = await temporaryFolder("remote")
  try {
    await makeBareRepository(own, format)
    await copyFile(shallow, join(own, "shallow")).catch(() => undefined)
    const listed = ["for-each-ref", "--format=%(objectname) %(refname)", "refs/heads", "refs/remotes"]
    return await talk({
      env: { GIT_DIR: own, GIT_OBJECT_DIRECTORY: objects },
      readBranches: async () => writeFile(join(own, "packed-refs"), await requireGit(root, listed)),
    })
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}
