import { atCommit } from "@proofloop/foundation/git"
import { copyWorkTree } from "@proofloop/foundation/trees"
import type { Baselines } from "../repository/facts.ts"
import { type MeasuredTree, measureBaselines } from "./measure_baselines.ts"

/** Whether one of the critics compares with what it measures before the change. */
export function needBaselines(critics: MeasuredTree["critics"]): boolean {
  return critics.some(({ critic }) => critic.needs === "run" || critic.needs === "scanner")
}

/** What critics compare with, measured in the files of a commit in a folder of their own. Rejects with GitError. */
export async function baselinesAt(
  tree: MeasuredTree,
  commit: string,
  signal: AbortSignal,
): Promise<Baselines> {
  if (!needBaselines(tree.critics)) return {}
  return atCommit(tree.root, commit, async (root) => {
    await copyWorkTree(tree.root, root)
    return measureBaselines({ ...tree, root }, signal)
  })
}
