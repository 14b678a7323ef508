import type { Checks } from "../forge/checks.ts"
import type { ForgeTarget } from "../forge/comments.ts"
import type { Forge } from "../forge/forge.ts"
import type { Reviews } from "../forge/reviews.ts"
import { createClient } from "./client/client.ts"
import { githubChecks } from "./repository/checks.ts"
import { githubComments } from "./repository/comments.ts"
import { githubGit } from "./repository/git.ts"
import { githubPulls } from "./repository/pulls.ts"
import { createRepositories, identityOf, readRepository, type Repositories } from "./repository/repository.ts"
import { githubReviews } from "./repository/reviews.ts"
import { githubSettings, type GithubForgeOptions } from "./settings/settings.ts"

export interface GithubForge extends Forge {
  readonly checks: Checks
  readonly reviews: Reviews
}

/**
 * Pull requests on GitHub or an Enterprise server by its API, branches by git over https. Looks for existing posts
 * first, so nothing is posted twice. At a rate limit it fails with the time. Throws InvalidOptionError.
 */
export function githubForge(options: GithubForgeOptions): GithubForge {
  const settings = githubSettings(options)
  const client = createClient(settings)
  const find = createRepositories(client, settings)
  const names = new Set([`${settings.repository.owner}/${settings.repository.name}`])
  const repositories = async (signal?: AbortSignal): Promise<Repositories> => {
    const known = await find(signal)
    names.add(known.upstream.full_name)
    return known
  }
  const context = { client, settings, repositories }
  return {
    name: "github",
    account: settings.account,
    git: githubGit(context),
    pulls: githubPulls(context),
    comments: githubComments(context),
    checks: githubChecks(context),
    reviews: githubReviews(context),
    repository: async (signal) => identityOf(settings, (await repositories(signal)).upstream.id),
    defaultBranch: async (signal) =>
      (await readRepository(client, settings.repository, signal)).default_branch,
    targetOf: (url) => {
      const found = [...names].map((name) => targetOf(`${settings.web}/${name}`, url))
      return found.find((target) => target !== null) ?? null
    },
  }
}

/** Ignores what follows the number, such as `/files` or a comment's anchor. */
function targetOf(repository: string, text: string): ForgeTarget | null {
  const url = URL.canParse(text) ? new URL(text) : null
  const page = new URL(repository)
  if (url === null || url.origin !== page.origin || url.username !== "") return null
  const [path, own] = [url.pathname, `${page.pathname}/`]
  if (path.slice(0, own.length).toLowerCase() !== own.toLowerCase()) return null
  const [, kind, digits] = /^(pull|issues)\/([1-9]\d{0,8})(?:\/|$)/.exec(path.slice(own.length)) ?? []
  if (digits === undefined) return null
  return { kind: kind === "pull" ? "pull_request" : "issue", number: Number(digits) }
}
