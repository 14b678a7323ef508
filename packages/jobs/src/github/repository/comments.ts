import { sha256Hex } from "@proofloop/foundation/text"
import * as z from "zod"
import type { Association, Comments, ForgeComment, ForgeTarget } from "../../forge/comments.ts"
import { inShape } from "../client/in_shape.ts"
import type { Context } from "./context.ts"
import { requireNumber } from "./number.ts"

const commentShape = z.object({ id: z.int().min(1), body: z.string().nullish() })
const commentList = z.array(
  commentShape.extend({
    user: z.object({ login: z.string() }).nullish(),
    author_association: z.string().default("NONE"),
    created_at: z.string().default(""),
  }),
)

/** Comments on issues and pull requests; each of ours has a mark by which it is found again. */
export function githubComments({ client, repositories }: Context): Comments {
  const placeOf = async ({ kind, number }: ForgeTarget, signal?: AbortSignal) => {
    const { path, web } = (await repositories(signal)).upstream
    const page = `${web}/${kind === "issue" ? "issues" : "pull"}/${requireNumber(number)}`
    return {
      path: `${path}/issues/${number}/comments`,
      address: (id: number) => `${page}#issuecomment-${id}`,
    }
  }
  return {
    async post(target, key, body, signal) {
      const { path, address } = await placeOf(target, signal)
      const mark = markOf(key)
      for await (const page of client.pages({ path }, signal)) {
        const there = inShape(commentList, page).find((comment) => comment.body?.startsWith(mark))
        if (there !== undefined) return address(there.id)
      }
      const posted = await client.ask({ method: "POST", path, body: { body: `${mark}\n${body}` } }, signal)
      return address(inShape(commentShape, posted).id)
    },
    async list(target, signal) {
      const { path, address } = await placeOf(target, signal)
      const found: ForgeComment[] = []
      for await (const page of client.pages({ path }, signal)) {
        for (const { id, body, user, author_association, created_at } of inShape(commentList, page)) {
          const text = body ?? ""
          found.push({
            id: String(id),
            author: user?.login ?? "ghost",
            association: associationOf(author_association),
            body: text,
            at: created_at,
            url: address(id),
            is_own: isMarked(text),
          })
        }
      }
      return found
    },
  }
}

/** The first line of a comment of ours with this key; pages do not show it. */
export function markOf(key: string): string {
  return `<!-- proofloop ${sha256Hex(key).slice(0, 32)} -->`
}

export function isMarked(body: string): boolean {
  return /^<!-- proofloop [\da-f]{32} -->/.test(body)
}

const ASSOCIATIONS: Readonly<Record<string, Association>> = {
  OWNER: "owner",
  MEMBER: "member",
  COLLABORATOR: "collaborator",
  CONTRIBUTOR: "contributor",
}

/** A word that is new counts for nothing. */
export function associationOf(word: string): Association {
  return ASSOCIATIONS[word] ?? "none"
}
