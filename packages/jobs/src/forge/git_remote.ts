import { git, GitError, type GitOutcome, servedBy } from "@proofloop/foundation/git"
import { raceAbort } from "@proofloop/foundation/process"
import { redactSecrets, cutCodePoints } from "@proofloop/foundation/text"
import { isBranchName, isCommitId } from "./branch_name.ts"
import { ForgeError } from "./forge_error.ts"
import { FIX_BRANCH_PREFIX, type Git } from "./git.ts"
import { fromOwnRepository } from "./own_repository.ts"

export interface GitRemoteOptions {
  /** An absolute path, or an https address without credentials. */
  readonly url: string
  /** Sent to this address alone, and never part of an argument, of the address or of a message. */
  readonly authorization?: string | undefined
}

/** Fetches from and pushes to one address; nothing the configuration of the repository at `root` says counts. */
export function gitRemote(options: GitRemoteOptions): Git {
  const run = async (root: string, args: readonly string[], signal?: AbortSignal): Promise<string> => {
    const talk = (own: Readonly<Record<string, string>>) => {
      // A push that begins after the stop would overwrite what the next one pushes.
      signal?.throwIfAborted()
      return git(root, args, { env: { ...environment(options), ...own }, signal })
    }
    const outcome = await raceAbort(() => fromOwnRepository(root, talk).catch(asOutcome), signal).catch(
      (error: unknown) => {
        if (!signal?.aborted) throw error
        throw new ForgeError("git was interrupted", {
          retryable: true,
          problem: "interrupted",
          cause: signal.reason,
        })
      },
    )
    if (outcome.exit_code === 0) return outcome.stdout
    throw remoteError(args[0] ?? "", outcome, options.authorization)
  }
  const fetchCommit: Git["fetchCommit"] = async (root, commit, signal) => {
    requireCommit(commit)
    const known = await git(root, ["cat-file", "-e", `${commit}^{commit}`])
    if (known.exit_code === 0) return
    const args = ["--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--no-auto-maintenance"]
    await run(
      root,
      ["fetch", "--quiet", ...args, ...served("upload-pack", options.url), options.url, commit],
      signal,
    )
  }
  return {
    fetchCommit,
    async fetchBranch(root, branch, signal) {
      requireBranch(branch)
      const name = `refs/heads/${branch}`
      const upload = served("upload-pack", options.url)
      const listed = await run(root, ["ls-remote", "--quiet", ...upload, options.url, name], signal)
      const line = listed.split("\n").find((text) => text.endsWith(`\t${name}`))
      const commit = line?.split("\t", 1)[0] ?? ""
      if (!isCommitId(commit)) throw new ForgeError(`the forge has no branch ${branch}`, { retryable: false })
      await fetchCommit(root, commit, signal)
      return commit
    },
    async push(root, commit, branch, signal) {
      requireCommit(commit)
      requireBranch(branch)
      const name = `refs/heads/${branch}`
      // An empty expectation: the branch is not there yet.
      const force = branch.startsWith(FIX_BRANCH_PREFIX) ? "--force" : `--force-with-lease=${name}:`
      const receive = served("receive-pack", options.url)
      const args = ["push", "--quiet", "--no-verify", force, ...receive, options.url, `${commit}:${name}`]
      await run(root, args, signal).catch((error: unknown) => {
        if (!(error instanceof ForgeError) || !error.message.includes("cannot lock ref")) throw error
        // Another process pushes the same branch at this moment.
        return run(root, args, signal)
      })
    },
  }
}

function served(service: "upload-pack" | "receive-pack", url: string): readonly string[] {
  return url.startsWith("https://") ? [] : [servedBy(service)]
}

function environment({ url, authorization }: GitRemoteOptions): Record<string, string> {
  const settings: ReadonlyArray<readonly [string, string]> = [
    ["credential.helper", ""],
    ["push.gpgSign", "false"],
    ["push.followTags", "false"],
    ["push.recurseSubmodules", "no"],
    // The header must not follow to another host.
    ["http.followRedirects", "false"],
    ...(authorization === undefined
      ? []
      : [[`http.${url}.extraHeader`, `Authorization: ${authorization}`] as const]),
  ]
  const pairs = settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key] as const,
    [`GIT_CONFIG_VALUE_${at}`, value] as const,
  ])
  return {
    ...Object.fromEntries(pairs),
    GIT_CONFIG_COUNT: String(settings.length),
    GIT_ALLOW_PROTOCOL: url.startsWith("https://") ? "https" : "file",
    GIT_ASKPASS: "",
  }
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

function remoteError(command: string, { exit_code, stderr }: GitOutcome, authorization?: string): ForgeError {
  const text = stderr.slice(0, 4096)
  const told = (authorization === undefined ? text : text.replaceAll(authorization, "[redacted]")).trim()
  const retryable = exit_code === null || PASSING.test(text)
  const is_refused = /could not read Username|Authentication failed/.test(text)
  const why = is_refused ? "the forge does not take the credential" : cutCodePoints(redactSecrets(told), 300)
  const message = why || `exit code ${exit_code}`
  return new ForgeError(`git ${command} failed: ${message}`, { retryable })
}

/** What passes by itself: the network, a busy service, a lock that another push holds. */
const PASSING =
  /could not resolve|connect to|connection|unreachable|timed out|timeout|returned error: (?:429|5\d\d)|early EOF|hung up unexpectedly|RPC failed|cannot lock ref|unable to lock|SSL_|gnutls/i
