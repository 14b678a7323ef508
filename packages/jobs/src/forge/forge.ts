export interface PullRequest {
  readonly number: number
  readonly url: string
  readonly head: string
  readonly base: string
  readonly title: string
  readonly body: string
  readonly draft: boolean
  readonly state: "open" | "merged" | "closed"
  /** The commit on the base branch that holds the merge; null until it is merged. */
  readonly merged_commit: string | null
}

export interface NewPullRequest {
  readonly head: string
  readonly base: string
  readonly title: string
  readonly body: string
}

/** Branches of fixes begin so, and no other branch is ever overwritten. */
export const FIX_BRANCH_PREFIX = "auto/proofloop/"

/** Where a message goes. */
export interface ForgeTarget {
  readonly kind: "pull_request" | "issue"
  readonly number: number
}

/**
 * The place a change is published: a hosting service, or a folder. Methods reject with ForgeError, whose `retryable` says
 * whether a later try makes sense. None merges.
 */
export interface Forge {
  /** "local", "github". */
  readonly name: string
  defaultBranch(): Promise<string>
  /** Brings a branch of the forge into the repository at `root` and resolves to its commit. */
  fetchBranch(root: string, branch: string, signal?: AbortSignal): Promise<string>
  /** Brings one commit, of whatever branch, into the repository at `root`. */
  fetchCommit(root: string, commit: string, signal?: AbortSignal): Promise<void>
  /**
   * Puts a commit of `root` on a branch of the forge. Overwrites only branches that begin with `auto/proofloop/`; any
   * other one must not be there yet, so that a push never does what a merge does.
   */
  push(root: string, commit: string, branch: string, signal?: AbortSignal): Promise<void>
  /** The newest pull request from a branch, in any state; null for none. */
  findPullRequest(head: string, signal?: AbortSignal): Promise<PullRequest | null>
  pullRequest(number: number, signal?: AbortSignal): Promise<PullRequest>
  /** Always a draft. */
  openPullRequest(request: NewPullRequest, signal?: AbortSignal): Promise<PullRequest>
  /** What a URL of this forge names; null for any other URL. */
  targetOf(url: string): ForgeTarget | null
  /** Posts once a key: a second call with the same key finds the first one's comment. Resolves to its address. */
  comment(target: ForgeTarget, key: string, body: string, signal?: AbortSignal): Promise<string>
}

/** Why a forge did not do what it was asked to. */
export class ForgeError extends Error {
  readonly code = "forge_error"
  /** Whether a later try makes sense: no connection, a busy service. */
  readonly retryable: boolean
  /** How long the service asks to wait, at most an hour; null when it does not say. */
  readonly retry_after_ms: number | null

  constructor(
    message: string,
    options: ErrorOptions & { readonly retryable: boolean; readonly retry_after_ms?: number | null },
  ) {
    super(message, options)
    this.name = "ForgeError"
    this.retryable = options.retryable
    this.retry_after_ms = options.retry_after_ms ?? null
  }
}
