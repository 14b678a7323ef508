import { createDeadline } from "@proofloop/foundation/process"
import { oneLine } from "@proofloop/foundation/text"
import { ForgeError } from "../../forge/forge_error.ts"
import type { GithubSettings } from "../settings/settings.ts"
import { keptAnswers, type KeptAnswers } from "./kept_answers.ts"
import type { Transport } from "./transport.ts"

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

const MOST_REDIRECTS = 3

/**
 * A `fetch` for the API alone: limited in time and to 10 MiB, with a credential for that host only. Follows redirects
 * on the same host. An unchanged answer is not sent again (ETag) and costs nothing of the rate limit. Rejects with
 * ForgeError, and as `fetch` does.
 */
export function boundedFetch(settings: GithubSettings, transport: Transport): Fetch {
  const ask = byEtag(keptAnswers(settings.cache_folder))
  return (address, init = {}) =>
    within(settings, init, async (signal) => {
      const first = new URL(address)
      requireOwnHost(settings, first)
      const answer = await ask(first, init, async (headers) => {
        let url = first
        for (let redirects = 0; ; redirects += 1) {
          const response = await transport(url, { ...init, headers, signal, redirect: "manual" })
          const target = redirectOf(response, url, init.method)
          if (target === null) return wholeOf(requireJson(response, settings))
          await response.body?.cancel()
          if (target.origin !== first.origin) {
            const message = `the service redirects to ${target.origin}, which is not followed`
            throw new ForgeError(message, { retryable: false })
          }
          if (redirects === MOST_REDIRECTS)
            throw new ForgeError(`${first.origin} redirects in a circle`, { retryable: false })
          url = target
        }
      })
      // A constructed response has no URL, and Octokit reads it between the pages of a list.
      return Object.defineProperty(answer, "url", { value: first.href })
    })
}

/** The same for a log on another host: requested without the credential, with its middle left out. */
export function logFetch(settings: GithubSettings, transport: Transport): Fetch {
  return (address, init = {}) =>
    within(settings, init, async (signal) => {
      const first = new URL(address)
      requireOwnHost(settings, first)
      let response = await transport(first, { ...init, signal, redirect: "manual" })
      for (let redirects = 0; ; redirects += 1) {
        const target = redirectOf(response, first, init.method)
        if (target === null) break
        await response.body?.cancel()
        const is_safe = target.protocol === "https:" || (settings.is_loopback && target.protocol === "http:")
        if (!is_safe || redirects === MOST_REDIRECTS)
          throw new ForgeError(`the log is at ${target.origin}, which is not followed`, { retryable: false })
        response = await transport(target, { signal, redirect: "manual" })
      }
      if (!response.ok) return wholeOf(response)
      return new Response(await readLog(response), {
        headers: { "content-type": "text/plain; charset=utf-8" },
      })
    })
}

/** `work` within the time of one request and until the caller stops it. */
async function within(
  { web, timeout_ms }: GithubSettings,
  { signal }: RequestInit,
  work: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const deadline = createDeadline({ time_ms: timeout_ms, signals: [signal ?? undefined] })
  try {
    return await work(deadline.signal)
  } catch (error) {
    if (signal?.aborted === true)
      throw new ForgeError("the request was interrupted", { retryable: true, problem: "interrupted" })
    if (!deadline.isOver()) throw error
    throw new ForgeError(`${web} cannot be reached: no answer in ${timeout_ms} ms`, { retryable: true })
  } finally {
    deadline.release()
  }
}

function requireOwnHost({ api }: GithubSettings, url: URL): void {
  if (url.href.startsWith(`${api}/`) || url.origin === new URL(api).origin) return
  throw new ForgeError(`the service names an address on another host, ${url.origin}`, { retryable: false })
}

/** A page or a text is of a proxy, or of what else has the address. */
function requireJson(response: Response, { api }: GithubSettings): Response {
  const kind = response.headers.get("content-type")
  if (!response.ok || kind === null || kind.includes("json")) return response
  const message = `${api} answers with ${oneLine(kind.slice(0, 60))}: a proxy, or not the address of the API`
  throw new ForgeError(message, { retryable: true })
}

function redirectOf(response: Response, from: URL, method = "GET"): URL | null {
  const is_kept = response.status === 307 || response.status === 308
  const is_redirect = is_kept || (method === "GET" && [301, 302, 303].includes(response.status))
  const location = response.headers.get("location")
  return is_redirect && location !== null && URL.canParse(location, from.href)
    ? new URL(location, from)
    : null
}

/** The same answer with its body in memory. */
async function wholeOf(response: Response): Promise<Response> {
  const { status, statusText, headers } = response
  if (status === 304 || status === 204 || status === 205) return new Response(null, { status, headers })
  if (status >= 300 && status < 400)
    throw new ForgeError(`the service redirects (${status}), which is not followed`, { retryable: false })
  const body = response.ok ? await readWhole(response) : await readStart(response)
  const plain = new Headers(headers)
  // The body is decoded already.
  for (const name of ["content-encoding", "content-length"]) plain.delete(name)
  if (!plain.has("content-type")) plain.set("content-type", "application/json")
  return new Response(body, { status, statusText, headers: plain })
}

/** Requests an address with the ETag of its last answer; the result is as if it had been sent whole. */
type ByEtag = (
  url: URL,
  init: RequestInit,
  send: (headers: Headers) => Promise<Response>,
) => Promise<Response>

function byEtag(kept: KeptAnswers): ByEtag {
  return async ({ href }, { method, headers }, send) => {
    const asked = new Headers(headers)
    const known = method === "GET" ? await kept.get(href) : null
    if (known !== null) asked.set("if-none-match", known.etag)
    const response = await send(asked)
    if (response.status === 304 && known !== null)
      return new Response(known.body, { headers: new Headers(known.headers) })
    const etag = response.headers.get("etag")
    if (method !== "GET" || response.status !== 200 || etag === null) return response
    const body = await response.text()
    await kept.set({ href, etag, body, headers: [...response.headers] })
    return new Response(body, { headers: response.headers })
  }
}

const MAX_BYTES = 10 * 2 ** 20

/** Rejects with ForgeError at 10 MiB, before reading more. */
async function readWhole(response: Response): Promise<string> {
  const { text, is_whole } = await readUpTo(response, MAX_BYTES)
  if (is_whole) return text
  throw new ForgeError(`the answer is longer than ${MAX_BYTES} bytes`, { retryable: false })
}

/** The first 64 KiB. */
async function readStart(response: Response): Promise<string> {
  return (await readUpTo(response, 65_536)).text
}

const LOG_HEAD = 256 * 2 ** 10
const LOG_TAIL = 768 * 2 ** 10
const LONGEST_LOG = 256 * 2 ** 20

/** Its first 256 KiB and its last 768 KiB; reading stops at 256 MiB. */
async function readLog(response: Response): Promise<string> {
  const head: Uint8Array[] = []
  const tail: Uint8Array[] = []
  let [kept, ended, bytes] = [0, 0, 0]
  for await (const chunk of chunksOf(response)) {
    bytes += chunk.length
    const own = chunk.subarray(0, LOG_HEAD - kept)
    head.push(own)
    kept += own.length
    tail.push(chunk.subarray(own.length))
    ended += chunk.length - own.length
    while (ended - (tail[0]?.length ?? 0) >= LOG_TAIL) ended -= tail.shift()?.length ?? 0
    if (bytes > LONGEST_LOG) break
  }
  const last = Buffer.concat(tail)
  const end = last.subarray(Math.max(0, last.length - LOG_TAIL))
  const left_out = bytes - kept - end.length
  const gap = left_out === 0 ? "" : `\n[... ${left_out} bytes left out ...]\n`
  return `${Buffer.concat(head).toString()}${gap}${end.toString()}`
}

async function readUpTo(
  response: Response,
  most: number,
): Promise<{ readonly text: string; readonly is_whole: boolean }> {
  const decoder = new TextDecoder()
  let text = ""
  let bytes = 0
  for await (const chunk of chunksOf(response)) {
    bytes += chunk.length
    text += decoder.decode(chunk.subarray(0, Math.max(0, chunk.length - Math.max(0, bytes - most))), {
      stream: true,
    })
    if (bytes > most) return { text, is_whole: false }
  }
  return { text: text + decoder.decode(), is_whole: true }
}

function chunksOf(response: Response): AsyncIterable<Uint8Array> {
  return (response.body ?? []) as AsyncIterable<Uint8Array>
}
