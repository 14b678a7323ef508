import type { ForgeComment } from "./comments.ts"

export interface Review extends Omit<ForgeComment, "url" | "is_own"> {
  /** The reviewer's judgement; `dismissed`: it no longer counts. */
  readonly state: "approved" | "changes_requested" | "commented" | "dismissed"
  /** The commit that was reviewed; null when the forge does not tell. */
  readonly commit: string | null
}

export interface ReviewThread {
  readonly id: string
  /** File that the thread is about, relative to the root, with "/". */
  readonly path: string
  /** In the new file; null when the place is gone. */
  readonly line: number | null
  readonly is_resolved: boolean
  /** The code it is about was changed since. */
  readonly is_outdated: boolean
  /** Its comments, oldest first; the first one began it. */
  readonly comments: readonly ForgeComment[]
}

/** What people say about a pull request's change. Texts are a stranger's. */
export interface Reviews {
  /** Oldest first, without those that are not sent yet. */
  list(number: number, signal?: AbortSignal): Promise<readonly Review[]>
  /** All threads of a pull request, resolved ones included. */
  threads(number: number, signal?: AbortSignal): Promise<readonly ReviewThread[]>
  /** Answers once a key. Resolves to the answer's address. */
  reply(
    number: number,
    thread: ReviewThread,
    answer: {
      /** Marks the answer: a second answer with the same key posts nothing. */
      readonly key: string
      readonly body: string
    },
    signal?: AbortSignal,
  ): Promise<string>
  resolve(thread: ReviewThread, signal?: AbortSignal): Promise<void>
}
