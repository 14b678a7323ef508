const COMMENTS = `pageInfo { hasNextPage endCursor }
  nodes { databaseId author { login } authorAssociation body createdAt url }`

/** The threads of a pull request, with the first comments of each. */
export const THREADS = `query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) {
    reviewThreads(first: 50, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { id path line isResolved isOutdated comments(first: 50) { ${COMMENTS} } }
    }
  } }
}`

export const THREAD_COMMENTS = `query($id: ID!, $after: String) {
  node(id: $id) { ... on PullRequestReviewThread { comments(first: 100, after: $after) { ${COMMENTS} } } }
}`

export const RESOLVE = `mutation($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { id } } }`
