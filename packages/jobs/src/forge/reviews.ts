import type { Association } from "./comments.ts"

export interface Review {
  readonly id: string
  readonly author: string
  readonly association: Association
  readonly state: "approved" | "changes_requested" | "commented" | "dismissed"
  readonly body: string
  /** What was looked at; null when the forge does not tell. */
  readonly commit: string | null
  /** ISO 8601. */
  readonly at: string
}

export interface ReviewComment {
  readonly id: string
  readonly author: string
  readonly association: Association
  readonly body: string
  /** ISO 8601. */
  readonly at: string
  readonly url: string
  /** Posted by `Reviews.reply`. */
  readonly is_own: boolean
}

/** Comments on one place of a change, the first one and its answers. */
export interface ReviewThread {
  readonly id: string
  readonly path: string
  /** In the new file; null when the place is gone. */
  readonly line: number | null
  readonly is_resolved: boolean
  /** The code it is about was changed since. */
  readonly is_outdated: boolean
  readonly comments: readonly ReviewComment[]
}

/** What people say of a pull request's change. Texts are a stranger's. */
export interface Reviews {
  /** Oldest first, without those that are not sent yet. */
  list(number: number, signal?: AbortSignal): Promise<readonly Review[]>
  threads(number: number, signal?: AbortSignal): Promise<readonly ReviewThread[]>
  /** Answers once a key. Resolves to the answer's address. */
  reply(
    number: number,
    thread: ReviewThread,
    answer: { readonly key: string; readonly body: string },
    signal?: AbortSignal,
  ): Promise<string>
  /** Marks a thread as done; nothing happens when it is. */
  resolve(thread: ReviewThread, signal?: AbortSignal): Promise<void>
}
