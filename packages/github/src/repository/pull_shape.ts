import { ForgeError, isCommitId, type PullRequest } from "@proofloop/jobs/forge"
import * as z from "zod"
import type { GithubSettings } from "../settings/settings.ts"
import { identityOf, type KnownRepository } from "./repository.ts"

export const pullShape = z.object({
  number: z.int().min(1),
  head: z.object({
    ref: z.string(),
    sha: z.string(),
    repo: z.object({ id: z.int().min(1) }).nullish(),
  }),
  base: z.object({ ref: z.string() }),
  title: z.string(),
  body: z.string().nullish(),
  draft: z.boolean().default(false),
  state: z.enum(["open", "closed"]),
  /** Missing in lists, and null until the service has tried. */
  mergeable: z.boolean().nullish(),
  merged_at: z.string().nullish(),
  merge_commit_sha: z.string().nullish(),
})

type Pull = z.infer<typeof pullShape>

export const pullList = z.array(pullShape)

/** An unmerged pull request has a merge commit too, from a trial merge. */
export function pullOf(settings: GithubSettings, { web }: KnownRepository, pull: Pull): PullRequest {
  const { number, title, draft, head, merged_at, merge_commit_sha } = pull
  const shown = {
    number,
    url: `${web}/pull/${number}`,
    head: head.ref,
    head_commit: head.sha,
    head_repository: head.repo == null ? null : identityOf(settings, head.repo.id),
    base: pull.base.ref,
    title,
    body: pull.body ?? "",
    draft,
    mergeable: mergeableOf(pull),
  }
  if (merged_at == null) return { ...shown, state: pull.state, merged_commit: null }
  if (merge_commit_sha != null && isCommitId(merge_commit_sha))
    return { ...shown, state: "merged", merged_commit: merge_commit_sha }
  throw new ForgeError(`pull request ${number} is merged, but the forge does not name its commit`, {
    retryable: true,
  })
}

function mergeableOf({ state, mergeable }: Pull): PullRequest["mergeable"] {
  if (state !== "open" || mergeable == null) return "unknown"
  return mergeable ? "yes" : "conflict"
}
