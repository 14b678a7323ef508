import { errorCode, isInvalidOptionError, thrownMessage } from "@proofloop/foundation/errors"
import { atCommit, GitError } from "@proofloop/foundation/git"
import { openRunner, type RoomLimits, type Runner } from "@proofloop/foundation/sandbox"
import { type PreparedTree, prepareTree } from "@proofloop/foundation/trees"
import { EnvironmentFault } from "../../drive/fault.ts"

/** Where and how trees are set up, and the limits of each command there unless `runner` is given. */
export interface TreeOptions extends RoomLimits {
  /** Sets a tree up; "" for nothing. Default: by its lockfiles. */
  readonly setup?: string | undefined
  /** Where prepared trees are kept. Default: the user's cache folder. */
  readonly setup_cache_dir?: string | undefined
  /** Where the repository's commands run. Default: a sandbox; without one the work is refused. */
  readonly runner?: Runner | undefined
  /** They may run with this process's own rights. Default false. */
  readonly unsafe_host_runner?: boolean | undefined
}

export interface Place {
  /** The work tree; a commit in it moves no branch. */
  readonly root: string
  readonly runner: Runner
  /** Why something may be missing; null: nothing is. */
  readonly problem: string | null
}

/**
 * Does something in a separate work tree at a commit of the clone, which is removed afterwards. Rejects as `work`
 * does, with GitError, and with an EnvironmentFault when there is no sandbox or the owner's set-up fails.
 */
export async function inPlace<Result>(
  settings: TreeOptions,
  { root, commit, signal }: { readonly root: string; readonly commit: string; readonly signal: AbortSignal },
  work: (place: Place) => Promise<Result>,
): Promise<Result> {
  return atCommit(root, commit, async (tree, has_commit) => {
    const lack = { exit_code: 1, stdout: "", stderr: `there is no commit ${commit}` }
    if (!has_commit) throw new GitError(["worktree"], lack)
    const { runner, prepared } = await setUp(settings, tree, signal)
    return work({ root: tree, runner: withInstalled(runner, prepared), problem: prepared.problem })
  })
}

async function setUp(
  { runner: given, setup, setup_cache_dir: cache_dir, ...rooms }: TreeOptions,
  tree: string,
  signal: AbortSignal,
): Promise<{ readonly runner: Runner; readonly prepared: PreparedTree }> {
  try {
    const runner = given ?? (await openRunner(rooms))
    return { runner, prepared: await prepareTree(tree, { runner, setup, cache_dir, signal }) }
  } catch (error) {
    if (!AWAY.has(errorCode(error))) throw error
    throw new EnvironmentFault("runner", (error as Error).message, { cause: error })
  }
}

const AWAY: ReadonlySet<string> = new Set(["no_sandbox", "setup_failed", "foreign_package"])

function withInstalled(runner: Runner, { room }: PreparedTree): Runner {
  return {
    sandbox: runner.sandbox,
    async open(tree, given) {
      try {
        return await runner.open(tree, { ...given, ...room, env: { ...room.env, ...given?.env } })
      } catch (error) {
        if (isInvalidOptionError(error)) throw error
        throw new EnvironmentFault("runner", thrownMessage(error), { cause: error })
      }
    },
  }
}
