import * as z from "zod"
import { isBranchName, isCommitId } from "../branch_name.ts"

/** What GitHub takes as well. */
export const LONGEST_BODY = 65_536

const number = z.int().min(1).max(999_999_999)
const text = z.string().max(LONGEST_BODY)
const title = z.string().min(1).max(300)
const commit = z.string().refine(isCommitId, { error: "the full id of a commit" })
const branch = z.string().refine(isBranchName, { error: "the name of a branch" })
const time = z.iso.datetime()

const comments = z
  .array(
    z.strictObject({
      key: z.string().min(1).max(300),
      body: text,
      at: time,
      /** A person; without one a program posted it. */
      author: z.string().min(1).max(100).optional(),
    }),
  )
  .max(1000)

export const pullRecord = z
  .strictObject({
    number,
    title,
    head: branch,
    base: branch,
    body: text,
    draft: z.boolean(),
    /** As a caller said it; git itself knows of a merge. */
    state: z.enum(["open", "closed", "merged"]),
    /** The head when the pull request was opened, or last changed here; counts once it is over or the branch is gone. */
    head_commit: commit,
    merged_commit: commit.nullable(),
    opened_at: time,
    comments,
  })
  .refine(({ state, merged_commit }) => (state === "merged") === (merged_commit !== null), {
    error: "merged_commit goes with the state merged",
    path: ["merged_commit"],
  })

export const issueRecord = z.strictObject({ number, title, body: text, opened_at: time, comments })

export type PullRecord = Readonly<z.infer<typeof pullRecord>>
export type IssueRecord = Readonly<z.infer<typeof issueRecord>>

export function renderPull(pull: PullRecord): string {
  const { number, title, head, base, draft, state, merged_commit, body, comments } = pull
  const told = {
    open: `${draft ? "A draft" : "Ready for review"}. To merge it, merge \`${head}\` into \`${base}\` and push; after a squash set \`state\` to "merged" and \`merged_commit\` in \`${number}.json\`; to close it, set \`state\` to "closed" there. What a review says of its lines goes into \`../reviews/${number}.json\`.`,
    closed: "Closed.",
    merged: `Merged as ${merged_commit ?? ""}.`,
  }[state]
  return page(`${title} (#${number})`, [`\`${head}\` → \`${base}\``, told, "---", body], comments)
}

export function renderIssue({ number, title, body, comments }: IssueRecord): string {
  return page(`${title} (#${number})`, [body], comments)
}

function page(title: string, parts: readonly string[], comments: PullRecord["comments"]): string {
  const said = comments.flatMap(({ at, body, author }, index) => [
    "---",
    `**Comment ${index + 1}**, ${author === undefined ? "" : `${author}, `}${at}`,
    body,
  ])
  return `${[`# ${title.replaceAll(/\s+/g, " ")}`, ...parts, ...said].join("\n\n")}\n`
}
