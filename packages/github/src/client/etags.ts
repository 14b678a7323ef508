interface Kept {
  readonly etag: string
  readonly body: string
  readonly headers: Headers
}

const MOST_ENTRIES = 500
const LONGEST_BODY = 256 * 1024

/** Asks for an address by the ETag of what was read there before; the answer is as if it had been sent whole. */
export type ByEtag = (
  url: URL,
  init: RequestInit,
  send: (headers: Headers) => Promise<Response>,
) => Promise<Response>

/** Keeps the last 500 answers in memory, none above 256 KiB. */
export function byEtag(): ByEtag {
  const kept = new Map<string, Kept>()
  return async ({ href }, { method, headers }, send) => {
    const asked = new Headers(headers)
    const known = method === "GET" ? kept.get(href) : undefined
    if (known !== undefined) asked.set("if-none-match", known.etag)
    const response = await send(asked)
    if (response.status === 304 && known !== undefined) {
      keep(kept, href, known)
      return new Response(known.body, { headers: known.headers })
    }
    const etag = response.headers.get("etag")
    if (method !== "GET" || response.status !== 200 || etag === null) return response
    const body = await response.text()
    keep(kept, href, { etag, body, headers: response.headers })
    return new Response(body, { headers: response.headers })
  }
}

/** The newest last, the oldest first to go. */
function keep(kept: Map<string, Kept>, href: string, entry: Kept): void {
  kept.delete(href)
  if (entry.body.length <= LONGEST_BODY) kept.set(href, entry)
  const [oldest] = kept.keys()
  if (kept.size > MOST_ENTRIES && oldest !== undefined) kept.delete(oldest)
}
