import { existsSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { requireGit } from "@proofloop/foundation/git"
import * as z from "zod"
import { isCommitId } from "../branch_name.ts"
import { ForgeError } from "../forge_error.ts"
import type { Review, Reviews } from "../reviews.ts"
import { locked } from "./guarded.ts"
import { stateOf, at } from "./pull.ts"
import { type PullRecord, LONGEST_BODY } from "./record.ts"
import { recordFiles, type RecordFiles } from "./record_files.ts"

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

/** The line of one commit's file in another commit; null when it was changed or is gone. Rejects with GitError. */
async function lineSince(
  repository: string,
  { path, line, commit }: { readonly path: string; readonly line: number; readonly commit: string },
  head: string,
): Promise<number | null> {
  if (commit === head) return line
  const diff = [
    "diff",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--unified=0",
    commit,
    head,
    "--",
    path,
  ]
  const told = await requireGit(repository, diff, at(repository))
  let moved = line
  for (const [, from = "", before = "1", , after = "1"] of told.matchAll(HUNK)) {
    const [first, removed, added] = [Number(from), Number(before), Number(after)]
    // An insertion comes after the line that its hunk names.
    const begins = removed === 0 ? first + 1 : first
    if (line < begins) break
    if (line < begins + removed) return null
    moved += added - removed
  }
  return moved
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm

const text = z.string().max(LONGEST_BODY)
const time = z.iso.datetime()
const author = z.string().min(1).max(100)
const commit = z.string().refine(isCommitId, { error: "the full id of a commit" })

const review = z.strictObject({
  author,
  state: z.enum(["approved", "changes_requested", "commented", "dismissed"]),
  body: text.default(""),
  commit: commit.nullable().default(null),
  at: time,
})

const thread = z.strictObject({
  path: z.string().min(1).max(4096),
  /** In the file as `commit` has it. */
  line: z.int().min(1),
  /** null: whatever the head is. */
  commit: commit.nullable().default(null),
  is_resolved: z.boolean().default(false),
  /** A person's has an author, a program's a key. */
  comments: z
    .array(
      z.strictObject({
        author: author.optional(),
        key: z.string().max(300).optional(),
        body: text,
        at: time,
      }),
    )
    .min(1)
    .max(1000),
})

const reviewRecord = z.strictObject({
  number: z.int().min(1),
  reviews: z.array(review).max(1000).default([]),
  threads: z.array(thread).max(1000).default([]),
})

type ReviewRecord = Readonly<z.infer<typeof reviewRecord>>

function renderReviews({ number, reviews, threads }: ReviewRecord): string {
  const said = reviews.map(({ author: who, state, body, at }) =>
    `**${who}**, ${state}, ${at}\n\n${body}`.trim(),
  )
  const places = threads.map(({ path, line, is_resolved, comments }, index) => {
    const title = `## Thread ${index + 1}: \`${path}\`, line ${line}${is_resolved ? ", resolved" : ""}`
    const texts = comments.map(({ author: who, body, at }) => `**${who ?? "proofloop"}**, ${at}\n\n${body}`)
    return [title, ...texts].join("\n\n")
  })
  const told = `Written by hand into \`${number}.json\` or by a program.`
  return `${[`# Reviews of pull request ${number}`, told, ...said, ...places].join("\n\n")}\n`
}
