import { z } from "zod"
import { isBranchName, isCommitId } from "../branch_name.ts"

/** What GitHub takes as well. */
export const LONGEST_BODY = 65_536

const number = z.int().min(1).max(999_999_999)
const text = z.string().max(LONGEST_BODY)
const title = z.string().min(1).max(300)
const commit = z.string().refine(isCommitId, { error: "the full id of a commit" })
const branch = z.string().refine(isBranchName, { error: "the name of a branch" })
const time = z.iso.datetime()

const comments = z.array(z.strictObject({ key: z.string().min(1).max(300), body: text, at: time })).max(1000)

export const pull_record = z
  .strictObject({
    number,
    title,
    head: branch,
    base: branch,
    body: text,
    draft: z.boolean(),
    /** As a caller said it; a merge that git knows of needs no word. */
    state: z.enum(["open", "closed", "merged"]),
    /** The head when the pull request was opened; counts once the branch is gone. */
    head_commit: commit,
    merged_commit: commit.nullable(),
    opened_at: time,
    comments,
  })
  .refine(({ state, merged_commit }) => (state === "merged") === (merged_commit !== null), {
    error: "merged_commit goes with the state merged",
    path: ["merged_commit"],
  })

export const issue_record = z.strictObject({ number, title, body: text, opened_at: time, comments })

export type PullRecord = Readonly<z.infer<typeof pull_record>>
export type IssueRecord = Readonly<z.infer<typeof issue_record>>
