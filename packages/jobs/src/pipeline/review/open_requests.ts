import { cutCodePoints, redactSecrets } from "@proofloop/foundation/text"
import { type ForgeComment, mayDecide } from "../../forge/comments.ts"
import type { Review, ReviewThread } from "../../forge/reviews.ts"
import type { AnsweredRequest, ReviewRequest } from "../run.ts"

export interface Conversation {
  readonly comments: readonly ForgeComment[]
  readonly reviews: readonly Review[]
  readonly threads: readonly ReviewThread[]
}

/** Comments of people who may instruct, and of all others, which are only data. Oldest first. */
export interface OpenRequests {
  readonly requests: readonly ReviewRequest[]
  /** Comments of everybody else, which instruct nobody. */
  readonly others: readonly ReviewRequest[]
}

type Said = Pick<ForgeComment, "id" | "author" | "association" | "body" | "at">
interface Dated {
  readonly request: ReviewRequest
  readonly at: string
}

/** Characters of one request. */
const MAX_BODY = 4000

/**
 * Unanswered comments, without our own, those in resolved or outdated threads, and approvals. What several people say
 * in one thread is one request. A name of `trusted` must match whole, ignoring case.
 */
export function openRequests(
  { comments, reviews, threads }: Conversation,
  {
    answered,
    trusted,
  }: { readonly answered: readonly AnsweredRequest[]; readonly trusted: readonly string[] },
): OpenRequests {
  const done = new Set(answered.map(({ id }) => id))
  const names = new Set(trusted.map((name) => name.toLowerCase()))
  const may = ({ author, association }: Said) => mayDecide(association) || names.has(author.toLowerCase())
  const whole = [
    ...comments.filter(({ is_own }) => !is_own).map((one) => ({ kind: "comment", one })),
    ...reviews.filter(isRequest).map((one) => ({ kind: "review", one })),
  ].filter(({ kind, one }) => isSaid(one) && !done.has(`${kind}:${one.id}`))
  const live = threads.filter(({ is_resolved, is_outdated }) => !is_resolved && !is_outdated)
  const in_threads = live.map((thread) => ({ thread, said: unanswered(thread, done) }))
  const place = { thread: null, path: null, line: null }
  return {
    requests: inOrder([
      ...whole
        .filter(({ one }) => may(one))
        .map(({ kind, one }) => requestOf(`${kind}:${one.id}`, [one], place)),
      ...in_threads.flatMap(({ thread, said }) => {
        const own = said.filter(may)
        const last = own.at(-1)
        return last === undefined ? [] : [requestOf(idIn(thread, last), own, placeOf(thread))]
      }),
    ]),
    others: inOrder([
      ...whole
        .filter(({ one }) => !may(one))
        .map(({ kind, one }) => requestOf(`${kind}:${one.id}`, [one], place)),
      ...in_threads.flatMap(({ thread, said }) =>
        said.filter((one) => !may(one)).map((one) => requestOf(idIn(thread, one), [one], placeOf(thread))),
      ),
    ]),
  }
}

function isRequest({ state }: Review): boolean {
  return state === "changes_requested" || state === "commented"
}

function isSaid({ body }: Pick<Said, "body">): boolean {
  return body.trim() !== ""
}

function idIn(thread: Pick<ReviewThread, "id">, { id }: Pick<Said, "id">): string {
  return `thread:${thread.id}:${id}`
}

/** The comments after the last answered one. */
function unanswered(thread: ReviewThread, done: ReadonlySet<string>): readonly Said[] {
  const last = thread.comments.findLastIndex((one) => done.has(idIn(thread, one)))
  return thread.comments.slice(last + 1).filter((one) => !one.is_own && isSaid(one))
}

function placeOf({ id, path, line }: ReviewThread): Pick<ReviewRequest, "thread" | "path" | "line"> {
  return { thread: id, path, line }
}

function requestOf(
  id: string,
  said: readonly Said[],
  place: Pick<ReviewRequest, "thread" | "path" | "line">,
): Dated {
  const words = said.map(({ body }) => redactSecrets(body.slice(0, 2 * MAX_BODY).trim()))
  const body = cutCodePoints(words.join("\n\n"), MAX_BODY)
  return { request: { id, ...place, author: said.at(-1)?.author ?? "", body }, at: said[0]?.at ?? "" }
}

function inOrder(all: readonly Dated[]): readonly ReviewRequest[] {
  return all
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
    .map(({ request }) => request)
}
