import { atCommit } from "@proofloop/foundation/git"
import type { Runner } from "@proofloop/foundation/sandbox"
import { copyWorkTree } from "@proofloop/foundation/trees"
import type { Baselines } from "../repository/facts.ts"
import { type MeasuredTree, measureBaselines } from "./measure_baselines.ts"

/** Whether one of the critics compares with what it measures before the change. */
export function needBaselines(critics: MeasuredTree["critics"]): boolean {
  return critics.some(({ critic }) => critic.needs === "run" || critic.needs === "scanner")
}

/** Installs what a tree of another commit needs, and says where its builds and tests run. */
export type SetUpTree = (root: string) => Promise<Runner>

/** What critics compare with, measured in the files of a commit in a folder of their own. What is installed in `root` is copied there, unless `set_up` does it. Rejects with GitError. */
export async function baselinesAt(
  tree: MeasuredTree & { readonly set_up?: SetUpTree | undefined },
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
