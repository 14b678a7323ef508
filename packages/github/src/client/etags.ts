import type { KeptAnswers } from "./kept_answers.ts"

/** Requests an address with the ETag of its last answer; the result is as if it had been sent whole. */
export type ByEtag = (
  url: URL,
  init: RequestInit,
  send: (headers: Headers) => Promise<Response>,
) => Promise<Response>

export function byEtag(kept: KeptAnswers): ByEtag {
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
