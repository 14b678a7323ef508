import { pathToFileURL } from "node:url"
import { ForgeError } from "../forge.ts"
import { LONGEST_BODY, type IssueRecord } from "./record.ts"
import type { RecordFiles } from "./record_files.ts"

/** Adds a comment unless one with this key is there; resolves to its address. */
export async function addComment<Item extends Pick<IssueRecord, "number" | "comments">>(
  files: RecordFiles<Item>,
  number: number,
  key: string,
  body: string,
): Promise<string> {
  const item = await files.read(number)
  const addressOf = (index: number) => `${pathToFileURL(files.rendered(number)).href}#comment-${index + 1}`
  const index = item.comments.findIndex((comment) => comment.key === key)
  if (index >= 0) return addressOf(index)
  if (key === "" || key.length > 300 || body.length > LONGEST_BODY || item.comments.length >= 1000) {
    const message = `the comment cannot be added: a key of 300 characters, a body of ${LONGEST_BODY} and 1000 comments are the most`
    throw new ForgeError(message, { retryable: false })
  }
  const comment = { key, body, at: new Date().toISOString() }
  await files.write({ ...item, comments: [...item.comments, comment] })
  return addressOf(item.comments.length)
}
