import { git } from "@proofloop/foundation/git"
import type { Feedback } from "../feedback.ts"
import type { SelfCorrectionSettings } from "../settings.ts"
import { fixBranch, moveFixBranch } from "./fix_branch.ts"
import type { FeedbackContext } from "./step.ts"

/** Keeps a product that is a commit on the forge, so that another machine goes on from there. Rejects with ForgeError. */
export async function keepCommit(
  { settings, signal }: Pick<FeedbackContext, "settings" | "signal">,
  { id }: Pick<Feedback, "id">,
  step: "fix" | "write_test" | "rebase",
  commit: string,
): Promise<void> {
  await settings.forge.git.keep(settings.root, commit, `${id}/${step}`, signal)
}

/**
 * Brings the commits of a row that this clone does not have, and the fix branch on the newest of them where there is none: another
 * machine made them. Rejects with ForgeError and GitError.
 */
export async function bringCommits(
  { root, forge }: SelfCorrectionSettings,
  { id, state, work }: Feedback,
  signal: AbortSignal,
): Promise<void> {
  if (!WORKING.has(state)) return
  const commits = [work.base_commit, work.fix?.commit, work.test?.commit].filter(
    (commit) => commit !== undefined,
  )
  for (const commit of commits) await forge.git.fetchCommit(root, commit, signal)
  const newest = work.test?.commit ?? work.fix?.commit
  if (newest === undefined) return
  const branch = fixBranch(id)
  const known = await git(root, ["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`])
  if (known.exit_code !== 0) await moveFixBranch(root, branch, newest, null)
}

const WORKING: ReadonlySet<string> = new Set(["in-fix", "fix-pr-open", "regression-alarm"])
