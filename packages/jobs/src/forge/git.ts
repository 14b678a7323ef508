/** Branches of fixes begin so, and no other branch is ever overwritten. */
export const FIX_BRANCH_PREFIX = "auto/proofloop/"

/** Moves commits between a forge and the repository at `root`. */
export interface Git {
  /** Fetches a branch of the forge and resolves to its commit. */
  fetchBranch(root: string, branch: string, signal?: AbortSignal): Promise<string>
  /** Brings one commit, of whatever branch. */
  fetchCommit(root: string, commit: string, signal?: AbortSignal): Promise<void>
  /**
   * Puts a commit of `root` on a branch of the forge. A branch below `auto/proofloop/` is overwritten only while its
   * commit was pushed by this method, from any machine. Otherwise it rejects with "branch_moved", so that a
   * reviewer's commit survives. Any other branch must be new, so that a push never acts as a merge.
   */
  push(root: string, commit: string, branch: string, signal?: AbortSignal): Promise<void>
  /**
   * Puts a commit of `root` on a branch that begins with `auto/proofloop/` and is new, or is at an ancestor of the
   * commit. Never replaces a commit; otherwise it rejects with the problem "branch_moved".
   */
  advance(root: string, commit: string, branch: string, signal?: AbortSignal): Promise<void>
  /** Keeps a commit of `root` on the forge as `refs/proofloop/<name>`, for `fetchCommit` on another machine; overwrites. `name`: row/step. */
  keep(root: string, commit: string, name: string, signal?: AbortSignal): Promise<void>
}
