import { setTimeout as wait } from "node:timers/promises"
import { createDeadline } from "@proofloop/foundation/process"
import { ForgeError } from "../forge_error.ts"
import { errorOfAnswer, GithubError, withoutToken } from "./github_error.ts"
import { readStart, readWhole } from "./read_body.ts"
import type { GithubSettings } from "./settings.ts"

export interface GithubAnswer {
  readonly value: unknown
  /** The next page, when there is one. */
  readonly next: string | null
}

export interface GithubQuestion {
  readonly method: "GET" | "POST"
  /** Below the repository; or the whole address of a further page. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
}

/** Rejects with ForgeError; what is asked for twice is only what can be asked for twice. */
export type Ask = (question: GithubQuestion, signal?: AbortSignal) => Promise<GithubAnswer>

const MOST_REDIRECTS = 3

/** Redirects are followed on the same host alone: the token must not go to another. */
export function githubAsk(settings: GithubSettings): Ask {
  const once = async (question: GithubQuestion, signal: AbortSignal): Promise<GithubAnswer> => {
    let url = addressOf(settings, question)
    for (let redirects = 0; ; redirects += 1) {
      const response = await send(settings, url, question, signal)
      const target = redirectOf(response, url, question)
      if (target === null) return await answerOf(settings, question, response)
      await response.body?.cancel()
      if (redirects === MOST_REDIRECTS)
        throw new ForgeError(`${settings.web} redirects in a circle`, { retryable: false })
      url = target
    }
  }
  return async (question, signal = new AbortController().signal) => {
    for (let attempt = 1; ; attempt += 1) {
      const deadline = createDeadline({ time_ms: settings.timeout_ms, signals: [signal] })
      try {
        return await once(question, deadline.signal)
      } catch (error) {
        const failure = asForgeError(error, settings, signal)
        const is_limit = failure.retry_after_ms !== null
        if (question.method !== "GET" || attempt === 3 || is_limit || !failure.retryable || signal.aborted)
          throw failure
      } finally {
        deadline.release()
      }
      await wait(200 * attempt)
    }
  }
}

function addressOf({ api, owner, name }: GithubSettings, { path, query = {} }: GithubQuestion): URL {
  const url = new URL(path.startsWith("http") ? path : `${api}/repos/${owner}/${name}${path}`)
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
  return url
}

async function send(
  settings: GithubSettings,
  url: URL,
  { method, body }: GithubQuestion,
  signal: AbortSignal,
): Promise<Response> {
  return fetch(url, {
    method,
    redirect: "manual",
    signal,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${settings.token}`,
      "user-agent": "proofloop",
      "x-github-api-version": "2022-11-28",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

function redirectOf(response: Response, from: URL, { method }: GithubQuestion): URL | null {
  const is_kept = response.status === 307 || response.status === 308
  const is_redirect = is_kept || (method === "GET" && [301, 302, 303].includes(response.status))
  const location = response.headers.get("location")
  if (!is_redirect || location === null || !URL.canParse(location, from.href)) return null
  const target = new URL(location, from)
  if (target.origin === from.origin) return target
  throw new ForgeError(`the service redirects to ${target.origin}, which is not followed`, {
    retryable: false,
  })
}

async function answerOf(
  settings: GithubSettings,
  question: GithubQuestion,
  response: Response,
): Promise<GithubAnswer> {
  if (!response.ok) {
    const what = `${question.method} ${settings.owner}/${settings.name}${question.path.startsWith("/") ? question.path : ""}`
    throw errorOfAnswer(what, response, await readStart(response), settings.token)
  }
  const text = await readWhole(response)
  try {
    return { value: JSON.parse(text) as unknown, next: nextPage(settings, response) }
  } catch (error) {
    if (error instanceof ForgeError) throw error
    throw new ForgeError("the service answers with something else than JSON", { retryable: false })
  }
}

/** https://docs.github.com/rest/using-the-rest-api/using-pagination-in-the-rest-api */
function nextPage({ api }: GithubSettings, response: Response): string | null {
  const links = (response.headers.get("link") ?? "").slice(0, 8192).split(",")
  const next = links
    .map((link) => /<([^<>]{1,2000})>; *rel="next"/.exec(link)?.[1])
    .find((url) => url !== undefined)
  if (next === undefined) return null
  if (URL.canParse(next) && new URL(next).href.startsWith(`${api}/`)) return next
  throw new ForgeError("the service names a next page on another host", { retryable: false })
}

function asForgeError(error: unknown, settings: GithubSettings, signal: AbortSignal): ForgeError {
  if (error instanceof ForgeError) return error
  if (signal.aborted) return new ForgeError("the request was interrupted", { retryable: true })
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const is_late = error instanceof Error && error.name === "TimeoutError"
  const why = is_late
    ? `no answer in ${settings.timeout_ms} ms`
    : cause instanceof Error
      ? cause.message
      : "unknown"
  return new ForgeError(`${settings.web} cannot be reached: ${withoutToken(why, settings.token)}`, {
    retryable: true,
  })
}

/** Whether this refusal has this status and says this. */
export function isRefusal(error: unknown, status: number, pattern: RegExp): boolean {
  return error instanceof GithubError && error.status === status && pattern.test(error.message)
}
