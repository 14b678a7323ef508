import { sha256Hex } from "@proofloop/foundation/text"
import { isBranchName } from "./branch_name.ts"
import type { Comments, ForgeTarget } from "./comments.ts"
import type { Forge } from "./forge.ts"
import { ForgeError } from "./forge_error.ts"
import { gitRemote } from "./git_remote.ts"
import { githubAsk, isRefusal } from "./github/ask.ts"
import { allPages } from "./github/pages.ts"
import { githubSettings, type GithubForgeOptions, type GithubSettings } from "./github/settings.ts"
import {
  identityOf,
  commentList,
  commentShape,
  inShape,
  pullList,
  pullOf,
  readPull,
  repositoryShape,
} from "./github/shapes.ts"
import type { Pulls, PullRequest } from "./pulls.ts"

/**
 * Pull requests on GitHub or an Enterprise server, by its REST API; branches by git over https. Six calls need no client
 * library, and none would bound what an answer may cost. Posts nothing twice: what is there is looked for first. Throws
 * InvalidOptionError.
 */
export function githubForge(options: GithubForgeOptions): Forge {
  const settings = githubSettings(options)
  const { owner, name, web } = settings
  const ask = githubAsk(settings)

  const ofHead = async (head: string, signal?: AbortSignal): Promise<readonly PullRequest[]> => {
    const query = {
      head: `${owner}:${head}`,
      state: "all",
      sort: "created",
      direction: "desc",
      per_page: "100",
    }
    const found: PullRequest[] = []
    for await (const page of allPages(ask, { method: "GET", path: "/pulls", query }, signal)) {
      for (const pull of inShape(pullList, page)) {
        // A filter that the service does not understand filters nothing.
        const is_ours = pull.head.repo?.full_name.toLowerCase() === `${owner}/${name}`.toLowerCase()
        if (is_ours && pull.head.ref === head) found.push(pullOf(settings, pull))
      }
    }
    return found
  }
  const openOf = async (head: string, base: string, signal?: AbortSignal): Promise<PullRequest | null> =>
    (await ofHead(head, signal)).find((pull) => pull.state === "open" && pull.base === base) ?? null

  const repository = async (signal?: AbortSignal) => {
    const { value } = await ask({ method: "GET", path: "" }, signal)
    return inShape(repositoryShape, value)
  }
  const pulls: Pulls = {
    find: async (head, signal) => (await ofHead(head, signal))[0] ?? null,
    async get(number, signal) {
      const { value } = await ask({ method: "GET", path: `/pulls/${requireNumber(number)}` }, signal)
      return readPull(settings, value)
    },
    async open({ head, base, title, body }, signal) {
      if (!isBranchName(head) || !isBranchName(base) || head === base) {
        throw new ForgeError(`the pull request cannot be opened from ${head} to ${base}`, {
          retryable: false,
        })
      }
      const there = await openOf(head, base, signal)
      if (there !== null) return there
      try {
        const question = {
          method: "POST",
          path: "/pulls",
          body: { title, head, base, body, draft: true },
        } as const
        const opened = readPull(settings, (await ask(question, signal)).value)
        if (opened.draft) return opened
        throw new ForgeError(`${opened.url} was opened, and is no draft`, { retryable: false })
      } catch (error) {
        // Someone else was faster.
        const now = isRefusal(error, 422, /already exists/i) ? await openOf(head, base, signal) : null
        if (now === null) throw error
        return now
      }
    },
  }
  const comments: Comments = {
    async post({ kind, number }, key, body, signal) {
      const path = `/issues/${requireNumber(number)}/comments`
      const address = (id: number) =>
        `${web}/${kind === "issue" ? "issues" : "pull"}/${number}#issuecomment-${id}`
      const marker = `<!-- proofloop ${sha256Hex(key).slice(0, 32)} -->`
      const query = { per_page: "100" }
      for await (const page of allPages(ask, { method: "GET", path, query }, signal)) {
        const there = inShape(commentList, page).find((comment) => comment.body?.startsWith(marker))
        if (there !== undefined) return address(there.id)
      }
      const { value } = await ask({ method: "POST", path, body: { body: `${marker}\n${body}` } }, signal)
      return address(inShape(commentShape, value).id)
    },
  }
  return {
    name: "github",
    git: gitRemote({ url: settings.remote_url, authorization: settings.authorization }),
    pulls,
    comments,
    repository: async (signal) => identityOf(settings, (await repository(signal)).id),
    defaultBranch: async (signal) => (await repository(signal)).default_branch,
    targetOf: (url) => targetOf(settings, url),
  }
}

function requireNumber(number: number): number {
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new ForgeError(`${number} is no number of a pull request or issue`, { retryable: false })
}

/** What stands behind the number, such as `/files` or a comment's mark, is left out. */
function targetOf({ web }: GithubSettings, text: string): ForgeTarget | null {
  const url = URL.canParse(text) ? new URL(text) : null
  const page = new URL(web)
  if (url === null || url.origin !== page.origin || url.username !== "") return null
  const [path, own] = [url.pathname, `${page.pathname}/`]
  if (path.slice(0, own.length).toLowerCase() !== own.toLowerCase()) return null
  const [, kind, digits] = /^(pull|issues)\/([1-9]\d{0,8})(?:\/|$)/.exec(path.slice(own.length)) ?? []
  if (digits === undefined) return null
  return { kind: kind === "pull" ? "pull_request" : "issue", number: Number(digits) }
}
