import type { GitOutcome } from "@proofloop/foundation/git"
import { cutCodePoints } from "@proofloop/foundation/text"
import { ForgeError } from "./forge_error.ts"
import type { GitAddress } from "./git_address.ts"
import { withoutSecrets } from "./without_secrets.ts"

export function remoteError(
  command: string,
  { exit_code, stderr }: GitOutcome,
  place: GitAddress,
): ForgeError {
  const { authorization = "", secrets = [] } = place
  // Cut last: half a secret is not recognised.
  const text = withoutSecrets(stderr, [authorization, ...secrets]).slice(0, 4096)
  const told = text.trim()
  if (/could not read Username|Authentication failed|returned error: 40[13]/.test(text)) {
    const refused = { retryable: false, problem: "credential" } as const
    return new ForgeError(`git ${command} failed: the forge refuses the credential`, refused)
  }
  const retryable = exit_code === null || PASSING.test(text)
  const is_hidden = /Repository not found|returned error: 404|does not appear to be a git repository/i.test(
    text,
  )
  const message = cutCodePoints(told, 300) || `exit code ${exit_code}`
  return new ForgeError(`git ${command} failed: ${message}`, {
    retryable,
    ...(is_hidden ? { problem: "hidden" as const } : {}),
  })
}

/** Passing troubles: the network, a busy service, another push's lock. */
const PASSING =
  /could not resolve|connect to|connection|unreachable|timed out|timeout|returned error: (?:429|5\d\d)|early EOF|hung up unexpectedly|RPC failed|cannot lock ref|unable to lock|SSL_|gnutls/i

/** Somebody else's commit is on a branch. */
export function movedBranch(branch: string, commit: string): ForgeError {
  const message = `${branch} has the commit ${commit.slice(0, 12)}, which is somebody else's and stays: close its pull request and delete the branch to start over, or merge it`
  return new ForgeError(message, { retryable: false, problem: "branch_moved" })
}

/** The error of a push that another one overtook; a later try may succeed. Throws any other error. */
export function overtaken(error: unknown): ForgeError {
  const is_overtaken =
    error instanceof ForgeError && /cannot lock ref|stale info|reference already exists/.test(error.message)
  if (!is_overtaken) throw error
  return new ForgeError(error.message, { retryable: true, cause: error })
}
