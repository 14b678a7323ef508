import { atCommit } from "@proofloop/foundation/git"
import type { Runner } from "@proofloop/foundation/sandbox"
import { copyWorkTree } from "@proofloop/foundation/trees"
import type { Baselines } from "../repository/facts.ts"
import { type MeasuredTree, measureBaselines } from "./measure_baselines.ts"

/** Whether a critic compares with measures from before the change. */
export function needBaselines(critics: MeasuredTree["critics"]): boolean {
  return critics.some(({ critic }) => critic.needs === "run" || critic.needs === "scanner")
}

/** Installs what a tree of another commit needs, and gives the runner for its builds and tests. */
export type SetUpTree = (root: string) => Promise<Runner>

/**
 * The critics' baselines, measured in the files of a commit in a separate folder. Copies there what is installed in
 * `root`, unless `set_up` installs it. Rejects with GitError.
 */
export async function baselinesAt(
  tree: MeasuredTree & {
    /** Installs what the folder needs. Default: copies what is installed in `root`. */
    readonly set_up?: SetUpTree | undefined
  },
  commit: string,
  signal: AbortSignal,
): Promise<Baselines> {
  if (!needBaselines(tree.critics)) return {}
  return atCommit(tree.root, commit, async (root) => {
    if (tree.set_up !== undefined)
      return measureBaselines({ ...tree, root, runner: await tree.set_up(root) }, signal)
    await copyWorkTree(tree.root, root)
    return measureBaselines({ ...tree, root }, signal)
  })
}
