export interface ForgeTarget {
  readonly kind: "pull_request" | "issue"
  readonly number: number
}

/** A person's role in a repository, as the forge tells it. Only the first three may decide. */
export type Association = "owner" | "member" | "collaborator" | "contributor" | "none"

export interface ForgeComment {
  readonly id: string
  readonly author: string
  readonly association: Association
  readonly body: string
  /** When it was posted, ISO 8601. */
  readonly at: string
  readonly url: string
  /** Posted by `Comments.post` or `Reviews.reply`. */
  readonly is_own: boolean
}

export interface Comments {
  /** Posts once a key: a second call with the same key finds the first one's comment. Resolves to its address. */
  post(target: ForgeTarget, key: string, body: string, signal?: AbortSignal): Promise<string>
  /** All comments of all authors, oldest first; their text is a stranger's. */
  list(target: ForgeTarget, signal?: AbortSignal): Promise<readonly ForgeComment[]>
}

/** Whether the forge counts somebody among those who decide about a repository. */
export function mayDecide(association: Association): boolean {
  return association === "owner" || association === "member" || association === "collaborator"
}
