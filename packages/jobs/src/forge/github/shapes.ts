import { z } from "zod"
import { isCommitId } from "../branch_name.ts"
import { ForgeError } from "../forge_error.ts"
import type { PullRequest } from "../pulls.ts"
import type { GithubSettings } from "./settings.ts"

const pullShape = z.object({
  number: z.int().min(1),
  head: z.object({
    ref: z.string(),
    sha: z.string(),
    repo: z.object({ id: z.int(), full_name: z.string() }).nullish(),
  }),
  base: z.object({ ref: z.string() }),
  title: z.string(),
  body: z.string().nullish(),
  draft: z.boolean().default(false),
  state: z.enum(["open", "closed"]),
  mergeable: z.boolean().nullish(),
  merged_at: z.string().nullish(),
  merge_commit_sha: z.string().nullish(),
})

export type Pull = z.infer<typeof pullShape>
export const pullList = z.array(pullShape)
export const repositoryShape = z.object({ id: z.int(), default_branch: z.string().min(1) })
export const commentShape = z.object({ id: z.int().min(1), body: z.string().nullish() })
export const commentList = z.array(commentShape)

/** A value in this shape. Throws ForgeError naming the field. */
export function inShape<Value>(shape: z.ZodType<Value>, value: unknown): Value {
  const { data, error, success } = shape.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  const where = issue === undefined ? "" : `${issue.path.join(".")}: ${issue.message}`
  throw new ForgeError(`the service answers in another form: ${where}`, { retryable: false })
}

export function readPull(settings: GithubSettings, value: unknown): PullRequest {
  return pullOf(settings, inShape(pullShape, value))
}

/** As `Forge.repository` tells it. */
export function identityOf({ api }: GithubSettings, id: number): string {
  return `github:${new URL(api).host}:${id}`
}

function mergeableOf({ state, mergeable }: Pull): PullRequest["mergeable"] {
  if (state !== "open" || mergeable == null) return "unknown"
  return mergeable ? "yes" : "conflict"
}

/** A pull request that was not merged has a merge commit as well, of a trial merge. */
export function pullOf(settings: GithubSettings, pull: Pull): PullRequest {
  const { number, title, draft, head, merged_at, merge_commit_sha } = pull
  const shown = {
    number,
    url: `${settings.web}/pull/${number}`,
    title,
    draft,
    body: pull.body ?? "",
    head: head.ref,
    head_commit: head.sha,
    head_repository: head.repo == null ? null : identityOf(settings, head.repo.id),
    base: pull.base.ref,
  }
  const mergeable = mergeableOf(pull)
  if (merged_at == null) return { ...shown, state: pull.state, mergeable, merged_commit: null }
  if (merge_commit_sha != null && isCommitId(merge_commit_sha))
    return { ...shown, state: "merged", mergeable, merged_commit: merge_commit_sha }
  throw new ForgeError(`pull request ${number} is merged, and its commit is not told`, { retryable: true })
}
