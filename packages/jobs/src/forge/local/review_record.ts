import * as z from "zod"
import { isCommitId } from "../branch_name.ts"
import { LONGEST_BODY } from "./record.ts"

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

export const reviewRecord = z.strictObject({
  number: z.int().min(1),
  reviews: z.array(review).max(1000).default([]),
  threads: z.array(thread).max(1000).default([]),
})

export type ReviewRecord = Readonly<z.infer<typeof reviewRecord>>

export function renderReviews({ number, reviews, threads }: ReviewRecord): string {
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
