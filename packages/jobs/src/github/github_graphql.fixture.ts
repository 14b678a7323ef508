/** A thread as GitHub's GraphQL API shows it. */
export interface ServedThread {
  readonly id: string
  readonly path: string
  readonly line: number | null
  isResolved: boolean
  readonly isOutdated: boolean
  readonly comments: Array<{
    readonly databaseId: number
    readonly author: { readonly login: string } | null
    readonly authorAssociation: string
    readonly body: string
    readonly createdAt: string
    readonly url: string
  }>
}

/** Pages of two, so that a few threads and comments take several. */
const SIZE = 2

/** The three queries that are asked, told from each other by a name in them. */
export function answerQuery(
  threads: readonly ServedThread[],
  body: Readonly<Record<string, unknown>>,
): object {
  const query = String(body["query"])
  const variables = (body["variables"] ?? {}) as Readonly<Record<string, unknown>>
  const after = Number(variables["after"] ?? 0)
  const thread = threads.find(({ id }) => id === variables["id"])
  if (query.includes("resolveReviewThread")) {
    if (thread === undefined) return refused("NOT_FOUND", "Could not resolve to a node")
    thread.isResolved = true
    return { data: { resolveReviewThread: { thread: { id: thread.id } } } }
  }
  if (query.includes("... on PullRequestReviewThread"))
    return { data: { node: { comments: pageOf(thread?.comments ?? [], after) } } }
  if (variables["number"] !== 41) return refused("NOT_FOUND", "Could not resolve to a PullRequest")
  const shown = threads.map(({ comments, ...one }) => ({ ...one, comments: pageOf(comments, 0) }))
  return { data: { repository: { pullRequest: { reviewThreads: pageOf(shown, after) } } } }
}

function pageOf(items: readonly unknown[], after: number): object {
  const end = after + SIZE
  return {
    pageInfo: { hasNextPage: end < items.length, endCursor: String(end) },
    nodes: items.slice(after, end),
  }
}

function refused(type: string, message: string): object {
  return { data: null, errors: [{ type, message }] }
}
