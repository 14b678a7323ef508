import * as z from "zod"
import type { ForgeComment } from "../../forge/comments.ts"
import type { Review, Reviews, ReviewThread } from "../../forge/reviews.ts"
import { inShape } from "../client/in_shape.ts"
import { associationOf, isMarked, markOf } from "./comments.ts"
import type { Context } from "./context.ts"
import { requireNumber } from "./number.ts"

const reviewList = z.array(
  z.object({
    id: z.int().min(1),
    user: z.object({ login: z.string() }).nullish(),
    author_association: z.string().default("NONE"),
    state: z.string(),
    body: z.string().nullish(),
    commit_id: z.string().nullish(),
    submitted_at: z.string().nullish(),
  }),
)
const answerShape = z.object({ html_url: z.string() })

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
const comments = z.object({
  pageInfo,
  nodes: z.array(
    z.object({
      databaseId: z.int().min(1),
      author: z.object({ login: z.string() }).nullable(),
      authorAssociation: z.string(),
      body: z.string(),
      createdAt: z.string(),
      url: z.string(),
    }),
  ),
})
const thread = z.object({
  id: z.string(),
  path: z.string(),
  line: z.int().nullable(),
  isResolved: z.boolean(),
  isOutdated: z.boolean(),
  comments,
})
const threadPage = z.object({
  repository: z.object({
    pullRequest: z.object({ reviewThreads: z.object({ pageInfo, nodes: z.array(thread) }) }),
  }),
})
const commentPage = z.object({ node: z.object({ comments }) })

/** Reviews by the REST API, and threads by GraphQL, because REST lacks them. */
export function githubReviews({ client, repositories }: Context): Reviews {
  const commentsOf = async (
    { id, comments: first }: z.infer<typeof thread>,
    signal?: AbortSignal,
  ): Promise<readonly ForgeComment[]> => {
    const found = first.nodes.map(commentOf)
    let info = first.pageInfo
    while (info.hasNextPage) {
      const page = await client.graphql(THREAD_COMMENTS, { id, after: info.endCursor }, signal)
      const { comments: next } = inShape(commentPage, page).node
      found.push(...next.nodes.map(commentOf))
      info = next.pageInfo
    }
    return found
  }
  const threads: Reviews["threads"] = async (number, signal) => {
    const [owner, name] = (await repositories(signal)).upstream.full_name.split("/")
    const found: ReviewThread[] = []
    let info: z.infer<typeof pageInfo> = { hasNextPage: true, endCursor: null }
    while (info.hasNextPage) {
      const asked = { owner, name, number: requireNumber(number), after: info.endCursor }
      const page = inShape(threadPage, await client.graphql(THREADS, asked, signal))
      const { nodes, pageInfo: next } = page.repository.pullRequest.reviewThreads
      for (const node of nodes) {
        const { id, path, line, isResolved: is_resolved, isOutdated: is_outdated } = node
        found.push({ id, path, line, is_resolved, is_outdated, comments: await commentsOf(node, signal) })
      }
      info = next
    }
    return found
  }
  return {
    threads,
    async list(number, signal) {
      const path = `${(await repositories(signal)).upstream.path}/pulls/${requireNumber(number)}/reviews`
      const found: Review[] = []
      for await (const page of client.pages({ path }, signal))
        found.push(...inShape(reviewList, page).flatMap(reviewOf))
      return found
    },
    async reply(number, { id, comments: known }, { key, body }, signal) {
      const mark = markOf(key)
      const now = (await threads(number, signal)).find((one) => one.id === id)?.comments ?? known
      const there = now.find((comment) => comment.body.startsWith(mark))
      if (there !== undefined) return there.url
      const path = `${(await repositories(signal)).upstream.path}/pulls/${number}/comments/${now[0]?.id ?? ""}/replies`
      const posted = await client.ask({ method: "POST", path, body: { body: `${mark}\n${body}` } }, signal)
      return inShape(answerShape, posted).html_url
    },
    async resolve({ id }, signal) {
      await client.graphql(RESOLVE, { id }, signal)
    },
  }
}

const REVIEW_STATES: Readonly<Record<string, Review["state"]>> = {
  APPROVED: "approved",
  CHANGES_REQUESTED: "changes_requested",
  COMMENTED: "commented",
  DISMISSED: "dismissed",
}

/** Leaves out a review that is not submitted yet. */
function reviewOf({ state, ...review }: z.infer<typeof reviewList>[number]): readonly Review[] {
  const known = REVIEW_STATES[state]
  if (known === undefined) return []
  return [
    {
      id: String(review.id),
      author: review.user?.login ?? "ghost",
      association: associationOf(review.author_association),
      state: known,
      body: review.body ?? "",
      commit: review.commit_id ?? null,
      at: review.submitted_at ?? "",
    },
  ]
}

function commentOf(comment: z.infer<typeof comments>["nodes"][number]): ForgeComment {
  return {
    id: String(comment.databaseId),
    author: comment.author?.login ?? "ghost",
    association: associationOf(comment.authorAssociation),
    body: comment.body,
    at: comment.createdAt,
    url: comment.url,
    is_own: isMarked(comment.body),
  }
}

const COMMENTS = `pageInfo { hasNextPage endCursor }
  nodes { databaseId author { login } authorAssociation body createdAt url }`

/** The threads of a pull request, with the first comments of each. */
const THREADS = `query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) {
    reviewThreads(first: 50, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { id path line isResolved isOutdated comments(first: 50) { ${COMMENTS} } }
    }
  } }
}`

const THREAD_COMMENTS = `query($id: ID!, $after: String) {
  node(id: $id) { ... on PullRequestReviewThread { comments(first: 100, after: $after) { ${COMMENTS} } } }
}`

const RESOLVE = `mutation($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { id } } }`
