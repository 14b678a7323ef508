import { existsSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { ForgeError } from "../forge_error.ts"
import type { Review, Reviews } from "../reviews.ts"
import { locked } from "./guarded.ts"
import { lineSince } from "./line_since.ts"
import { stateOf } from "./pull.ts"
import type { PullRecord } from "./record.ts"
import { recordFiles, type RecordFiles } from "./record_files.ts"
import { renderReviews, reviewRecord, type ReviewRecord } from "./review_record.ts"

/** A person's review of a local pull request, with comments on lines of its head. */
export interface LocalReview extends Pick<Review, "author" | "state"> {
  /** Default "". */
  readonly body?: string | undefined
  /** Each begins a thread. Default: none. */
  readonly comments?: readonly {
    /** File of the head, relative to the root, with "/". */
    readonly path: string
    /** Line of that file, from 1. */
    readonly line: number
    readonly body: string
  }[]
}

export interface LocalReviews {
  readonly reviews: Reviews
  /** Resolves to where it can be read. */
  readonly add: (number: number, review: LocalReview) => Promise<string>
}

/** Reviews in files beside the pull requests, by their numbers. Anyone who can write to the folder counts as an owner. */
export function localReviews({
  repository,
  folder,
  pulls,
}: {
  readonly repository: string
  readonly folder: string
  readonly pulls: RecordFiles<PullRecord>
}): LocalReviews {
  const files = recordFiles(join(folder, "reviews"), reviewRecord, renderReviews)
  const read = async (number: number): Promise<ReviewRecord> => {
    const is_there = existsSync(join(folder, "reviews", `${number}.json`))
    return is_there ? files.read(number) : { number, reviews: [], threads: [] }
  }
  const headOf = async (number: number) => (await stateOf(repository, await pulls.read(number))).head_commit
  const addressOf = (number: number) => pathToFileURL(files.rendered(number)).href
  const addressIn = (number: number, thread: number, comment: number) =>
    `${addressOf(number)}#thread-${thread + 1}-${comment + 1}`
  const threadOf = (record: ReviewRecord, id: string) => {
    const index = Number(id.split(".")[1]) - 1
    const found = record.threads[index]
    if (found !== undefined) return { index, found }
    throw new ForgeError(`pull request ${record.number} has no thread ${id}`, { retryable: false })
  }
  const write = async (record: ReviewRecord): Promise<void> => {
    const { data, error } = reviewRecord.safeParse(record)
    if (data !== undefined) return files.write(data)
    const why = error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")
    throw new ForgeError(`the review cannot be kept: ${why}`, { retryable: false })
  }
  const withThread = (
    record: ReviewRecord,
    index: number,
    change: Partial<ReviewRecord["threads"][number]>,
  ) =>
    write({
      ...record,
      threads: record.threads.map((thread, at) => (at === index ? { ...thread, ...change } : thread)),
    })

  const reviews: Reviews = {
    async list(number) {
      await pulls.read(number)
      const { reviews: all } = await read(number)
      return all.map((review, index) => ({ id: String(index + 1), association: "owner", ...review }))
    },
    async threads(number) {
      const head = await headOf(number)
      const { threads } = await read(number)
      return Promise.all(
        threads.map(async ({ path, line, commit, is_resolved, comments }, index) => {
          const now = await lineSince(repository, { path, line, commit: commit ?? head }, head)
          return {
            id: `${number}.${index + 1}`,
            path,
            line: now,
            is_resolved,
            is_outdated: now === null,
            comments: comments.map(({ author, body, at }, place) => ({
              id: String(place + 1),
              author: author ?? "proofloop",
              association: "owner" as const,
              body,
              at,
              url: addressIn(number, index, place),
              is_own: author === undefined,
            })),
          }
        }),
      )
    },
    reply: (number, { id }, { key, body }, signal) =>
      locked(
        folder,
        async () => {
          const record = await read(number)
          const { index, found } = threadOf(record, id)
          const known = found.comments.findIndex((comment) => comment.key === key)
          if (known >= 0) return addressIn(number, index, known)
          const comments = [...found.comments, { key, body, at: new Date().toISOString() }]
          await withThread(record, index, { comments })
          return addressIn(number, index, found.comments.length)
        },
        signal,
      ),
    resolve: ({ id }, signal) =>
      locked(
        folder,
        async () => {
          const record = await read(Number(id.split(".")[0]))
          const { index, found } = threadOf(record, id)
          if (!found.is_resolved) await withThread(record, index, { is_resolved: true })
        },
        signal,
      ),
  }
  const add: LocalReviews["add"] = (number, { author, state, body = "", comments = [] }) =>
    locked(folder, async () => {
      const commit = await headOf(number)
      const at = new Date().toISOString()
      const record = await read(number)
      const threads = comments.map(({ path, line, body: text }) => ({
        path,
        line,
        commit,
        is_resolved: false,
        comments: [{ author, body: text, at }],
      }))
      await write({
        number,
        reviews: [...record.reviews, { author, state, body, commit, at }],
        threads: [...record.threads, ...threads],
      })
      return addressOf(number)
    })
  return { reviews, add }
}
