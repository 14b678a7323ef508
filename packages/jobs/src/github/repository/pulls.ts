import * as z from "zod"
import { isBranchName, isCommitId } from "../../forge/branch_name.ts"
import { ForgeError } from "../../forge/forge_error.ts"
import type { NewPullRequest, PullRequest, Pulls } from "../../forge/pulls.ts"
import { GithubError } from "../client/github_error.ts"
import { inShape } from "../client/in_shape.ts"
import type { GithubSettings } from "../settings/settings.ts"
import type { Context } from "./context.ts"
import { requireNumber } from "./number.ts"
import { type Repositories, identityOf, type KnownRepository } from "./repository.ts"

/** Pull requests; none is opened twice. */
export function githubPulls({ client, settings, repositories }: Context): Pulls {
  const ofHead = async (head: string, signal?: AbortSignal): Promise<readonly PullRequest[]> => {
    const known = await repositories(signal)
    const query = { head: `${known.head.owner}:${head}`, state: "all", sort: "created", direction: "desc" }
    const found: PullRequest[] = []
    for await (const page of client.pages({ path: `${known.upstream.path}/pulls`, query }, signal)) {
      for (const pull of inShape(pullList, page)) {
        // The service ignores a filter that it does not understand.
        if (pull.head.repo?.id === known.head.id && pull.head.ref === head)
          found.push(pullOf(settings, known.upstream, pull))
      }
    }
    return found
  }
  const openOf = async (head: string, base: string, signal?: AbortSignal): Promise<PullRequest | null> =>
    (await ofHead(head, signal)).find((pull) => pull.state === "open" && pull.base === base) ?? null

  return {
    find: async (head, signal) => (await ofHead(head, signal))[0] ?? null,
    async get(number, signal) {
      const { upstream } = await repositories(signal)
      const path = `${upstream.path}/pulls/${requireNumber(number)}`
      return pullOf(settings, upstream, inShape(pullShape, await client.ask({ method: "GET", path }, signal)))
    },
    async open(request, signal) {
      const { head, base } = request
      if (!isBranchName(head) || !isBranchName(base) || head === base) {
        const message = `the pull request cannot be opened from ${head} to ${base}`
        throw new ForgeError(message, { retryable: false })
      }
      const there = await openOf(head, base, signal)
      if (there !== null) return there
      const known = await repositories(signal)
      const question = {
        method: "POST",
        path: `${known.upstream.path}/pulls`,
        body: bodyOf(request, known),
      } as const
      try {
        return pullOf(settings, known.upstream, inShape(pullShape, await client.ask(question, signal)))
      } catch (error) {
        const is_there =
          error instanceof GithubError && error.status === 422 && /already exists/i.test(error.message)
        // Someone else was faster.
        const now = is_there ? await openOf(head, base, signal) : null
        if (now === null) throw error
        return now
      }
    },
    async rewrite(number, edit, signal) {
      const { upstream } = await repositories(signal)
      const path = `${upstream.path}/pulls/${requireNumber(number)}`
      const { body, state } = inShape(pullShape, await client.ask({ method: "GET", path }, signal))
      if (state !== "open") throw new ForgeError(`pull request ${number} is ${state}`, { retryable: false })
      const text = edit(body ?? "")
      if (text !== (body ?? "")) await client.ask({ method: "PATCH", path, body: { body: text } }, signal)
    },
  }
}

function bodyOf(
  { title, head, base, body, draft = true }: NewPullRequest,
  { upstream, head: from }: Repositories,
): Readonly<Record<string, unknown>> {
  const is_fork = from.id !== upstream.id
  // Between two repositories of one owner, the owner alone is ambiguous.
  const head_repo =
    is_fork && from.owner === upstream.owner ? { head_repo: from.full_name.split("/")[1] } : {}
  return { title, head: is_fork ? `${from.owner}:${head}` : head, base, body, draft, ...head_repo }
}

const pullShape = z.object({
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

const pullList = z.array(pullShape)

/** An unmerged pull request has a merge commit too, from a trial merge. */
function pullOf(settings: GithubSettings, { web }: KnownRepository, pull: Pull): PullRequest {
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
