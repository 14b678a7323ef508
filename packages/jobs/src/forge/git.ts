/** Branches of fixes begin so, and no other branch is ever overwritten. */
export const FIX_BRANCH_PREFIX = "auto/proofloop/"

/** The commits of a forge, brought into the repository at `root` and from there. */
export interface Git {
  /** Brings a branch of the forge and resolves to its commit. */
  fetchBranch(root: string, branch: string, signal?: AbortSignal): Promise<string>
  /** Brings one commit, of whatever branch. */
  fetchCommit(root: string, commit: string, signal?: AbortSignal): Promise<void>
  /**
   * Puts a commit of `root` on a branch of the forge. A branch that begins with `auto/proofloop/` is overwritten as long as what is
   * on it was pushed by this method, from whatever machine: otherwise it rejects with the problem "branch_moved", so that no
   * commit of a reviewer is lost. Any other branch must not be there yet, so that a push never does what a merge does.
   */
  push(root: string, commit: string, branch: string, signal?: AbortSignal): Promise<void>
  /**
   * Puts a commit of `root` on a branch that begins with `auto/proofloop/` and is not there yet, or is at an ancestor of the commit. It
   * replaces nothing, whoever pushed it: otherwise it rejects with the problem "branch_moved".
   */
  advance(root: string, commit: string, branch: string, signal?: AbortSignal): Promise<void>
  /** Keeps a commit of `root` on the forge as `refs/proofloop/<name>`, for `fetchCommit` on another machine; overwrites. `name`: row/step. */
  keep(root: string, commit: string, name: string, signal?: AbortSignal): Promise<void>
}
