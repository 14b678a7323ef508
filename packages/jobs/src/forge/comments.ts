/** Where a message goes. */
export interface ForgeTarget {
  readonly kind: "pull_request" | "issue"
  readonly number: number
}

/** Comments on pull requests and issues. */
export interface Comments {
  /** Posts once a key: a second call with the same key finds the first one's comment. Resolves to its address. */
  post(target: ForgeTarget, key: string, body: string, signal?: AbortSignal): Promise<string>
}
