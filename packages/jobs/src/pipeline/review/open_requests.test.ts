import { expect, test } from "vitest"
import type { ForgeComment } from "../../forge/comments.ts"
import type { Review, ReviewThread } from "../../forge/reviews.ts"
import { type Conversation, openRequests } from "./open_requests.ts"

const NONE: Conversation = { comments: [], reviews: [], threads: [] }
const ALONE = { answered: [], trusted: [] }

function comment(id: string, change: Partial<ForgeComment> = {}): ForgeComment {
  return {
    id,
    author: "mia",
    association: "member",
    body: `body ${id}`,
    at: `2026-01-01T00:00:0${id}Z`,
    url: "",
    is_own: false,
    ...change,
  }
}

function thread(change: Partial<ReviewThread> = {}): ReviewThread {
  const place = { path: "src/a.ts", line: 3, is_resolved: false, is_outdated: false }
  return { id: "t", ...place, comments: [comment("1")], ...change }
}

const review = (id: string, state: Review["state"], body = "Please."): Review => ({
  id,
  author: "mia",
  association: "owner",
  body,
  at: "2026-01-01T00:00:09Z",
  state,
  commit: null,
})

test("those who may decide, and those the owner trusts, instruct; whatever else is said is data", () => {
  const comments = [
    comment("5", { association: "collaborator" }),
    comment("4", { author: "Copilot[bot]", association: "none" }),
    comment("3", { author: "copilot", association: "none" }),
    comment("2", { author: "eve", association: "contributor" }),
    comment("1", { is_own: true }),
    comment("0", { body: " \n" }),
  ]
  const { requests, others } = openRequests(
    { ...NONE, comments },
    { answered: [], trusted: ["copilot[bot]"] },
  )
  expect(requests.map(({ id, author }) => [id, author])).toEqual([
    ["comment:4", "Copilot[bot]"],
    ["comment:5", "mia"],
  ])
  expect(others.map(({ author }) => author)).toEqual(["eve", "copilot"])
})

test("a review's words are a request unless it approves, is dismissed or says nothing", () => {
  const reviews = [
    review("1", "approved"),
    review("2", "dismissed"),
    review("3", "commented", ""),
    review("4", "commented"),
    review("5", "changes_requested"),
  ]
  const { requests } = openRequests({ ...NONE, reviews }, ALONE)
  expect(requests).toMatchObject([{ id: "review:4", thread: null, path: null }, { id: "review:5" }])
})

test("what is said in one thread is one request, until it is answered or settled", () => {
  const eve = comment("2", { author: "eve", association: "none" })
  const open = thread({ comments: [comment("1"), eve, comment("3", { author: "ann" })] })
  const threads = [open, thread({ id: "r", is_resolved: true }), thread({ id: "o", is_outdated: true })]
  const { requests, others } = openRequests({ ...NONE, threads }, ALONE)
  const place = { thread: "t", path: "src/a.ts", line: 3 }
  expect(requests).toEqual([{ id: "thread:t:3", ...place, author: "ann", body: "body 1\n\nbody 3" }])
  expect(others).toEqual([{ id: "thread:t:2", ...place, author: "eve", body: "body 2" }])
  const answered = [{ id: "thread:t:3", commit: null, answer: "No." }]
  const own = comment("4", { is_own: true })
  const later = { ...open, comments: [...open.comments, own] }
  expect(openRequests({ ...NONE, threads: [later] }, { answered, trusted: [] })).toEqual({
    requests: [],
    others: [],
  })
  const again = { ...later, comments: [...later.comments, comment("5")] }
  expect(openRequests({ ...NONE, threads: [again] }, { answered, trusted: [] }).requests).toMatchObject([
    { id: "thread:t:5", body: "body 5" },
  ])
})

test("ten thousand comments of strangers hide no request, and a long one is cut", () => {
  const strangers = Array.from({ length: 10_000 }, (_, at) => comment(`s${at}`, { association: "none" }))
  const comments = [...strangers, comment("1", { body: "x".repeat(100_000) })]
  const { requests, others } = openRequests({ ...NONE, comments }, ALONE)
  expect(requests.map(({ id, body }) => [id, body.length])).toEqual([["comment:1", 4000]])
  expect(others).toHaveLength(10_000)
})
