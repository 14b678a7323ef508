import { git } from "@proofloop/foundation/git"
import { isCommitId } from "./branch_name.ts"
import type { Forge } from "./forge.ts"
import type { PullRequest } from "./pulls.ts"

/** Tells a pull request from any other one, even after a repository was recreated and its numbers began again. */
export interface PullIdentity {
  /** Name of the forge: "local", "github". */
  readonly forge: string
  /** As `Forge.repository` tells it. */
  readonly repository: string
  readonly number: number
  readonly head: string
  /** The published commit: the head is this commit, builds on it, or has the same changes on another base. */
  readonly commit: string
}

/** The identity of a pull request whose head branch got `commit`. */
export async function identityOf(
  forge: Forge,
  { number, head }: Pick<PullRequest, "number" | "head">,
  commit: string,
  signal?: AbortSignal,
): Promise<PullIdentity> {
  return { forge: forge.name, repository: await forge.repository(signal), number, head, commit }
}

/**
 * The pull request of this identity. Gives null, with a reason in words, when the forge, the repository or the branch
 * differs, or the head does not build on what was published. `root` has, or gets, the commits. Rejects with
 * ForgeError.
 */
export async function findPublished(
  forge: Forge,
  identity: PullIdentity,
  root: string,
  signal?: AbortSignal,
): Promise<
  | {
      readonly pull: PullRequest
      /** Nothing is wrong with it. */
      readonly problem: null
    }
  | {
      /** It is not the one that was published. */
      readonly pull: null
      readonly problem: string
    }
> {
  const other = (problem: string) => ({ pull: null, problem: `pull request ${identity.number}: ${problem}` })
  if (forge.name !== identity.forge)
    return other(`it was opened on the forge "${identity.forge}", and this one is "${forge.name}"`)
  const repository = await forge.repository(signal)
  if (repository !== identity.repository)
    return other(`it was opened in ${identity.repository}, and this repository is ${repository}`)
  const pull = await forge.pulls.get(identity.number, signal)
  if (pull.head !== identity.head) return other(`it is from ${pull.head}, and ${identity.head} was published`)
  if (pull.head_commit === identity.commit) return { pull, problem: null }
  if (isCommitId(pull.head_commit)) {
    await forge.git.fetchCommit(root, pull.head_commit, signal)
    if (await holds(root, pull.head_commit, identity.commit)) return { pull, problem: null }
  }
  const [published, found] = [identity.commit.slice(0, 12), pull.head_commit.slice(0, 12)]
  return other(`its head ${found} does not build on ${published}, which was published`)
}

async function holds(root: string, head: string, commit: string): Promise<boolean> {
  if ((await git(root, ["merge-base", "--is-ancestor", commit, head])).exit_code === 0) return true
  const { exit_code, stdout } = await git(root, ["cherry", head, commit])
  return exit_code === 0 && stdout !== "" && stdout.split("\n").every((line) => !line.startsWith("+"))
}
