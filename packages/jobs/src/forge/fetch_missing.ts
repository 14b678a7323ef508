import { missingCommits } from "@proofloop/foundation/git"
import type { Forge } from "./forge.ts"

/** Brings the commits that the repository at `root` lacks. Rejects with ForgeError and GitError. */
export async function fetchMissing(
  { git }: Pick<Forge, "git">,
  root: string,
  commits: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  for (const commit of await missingCommits(root, commits)) await git.fetchCommit(root, commit, signal)
}
