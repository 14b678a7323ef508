export interface PullRequest {
  readonly number: number
  readonly url: string
  readonly head: string
  readonly base: string
  /** The commit of the head branch, or its last one before it was merged, closed or removed. */
  readonly head_commit: string
  /** The repository of the head branch, as `Forge.repository` tells it; null once that repository is gone. */
  readonly head_repository: string | null
  readonly title: string
  readonly body: string
  /** Whether it is a draft, which nobody may merge yet. */
  readonly draft: boolean
  readonly state: "open" | "merged" | "closed"
  /** Whether the base takes it without a conflict; "unknown" when the forge does not know yet, and when it is not open. */
  readonly mergeable: "yes" | "conflict" | "unknown"
  /** The commit on the base branch that holds the merge; null until it is merged. */
  readonly merged_commit: string | null
}

export interface NewPullRequest {
  /** The branch that has the change; it must be pushed already. */
  readonly head: string
  readonly base: string
  readonly title: string
  readonly body: string
  /** Default true. A forge without drafts rejects with the problem "no_drafts", or opens an ordinary one. */
  readonly draft?: boolean | undefined
}

/** Pull requests. None is merged. */
export interface Pulls {
  /** The newest one from a branch, in any state; null for none. `mergeable` may be "unknown" although `get` knows it. */
  find(head: string, signal?: AbortSignal): Promise<PullRequest | null>
  /** The pull request of this number; rejects with ForgeError when there is none. */
  get(number: number, signal?: AbortSignal): Promise<PullRequest>
  /** The open one from this head to this base; opens one if there is none. */
  open(request: NewPullRequest, signal?: AbortSignal): Promise<PullRequest>
  /** Changes the body of an open one; an unchanged body is not written. */
  rewrite(number: number, edit: (body: string) => string, signal?: AbortSignal): Promise<void>
}
