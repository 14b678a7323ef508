import type { IncomingHttpHeaders } from "node:http"
import { isIP } from "node:net"
import { isLoopback } from "./loopback.ts"

export interface Refusal {
  readonly status: number
  readonly message: string
}

/**
 * Why a request must be refused; null: it may be answered. Another site can reach this server under its own name (DNS
 * rebinding), or from a visitor's browser.
 */
export function refusalOf(
  {
    method = "GET",
    headers,
  }: { readonly method?: string | undefined; readonly headers: IncomingHttpHeaders },
  bound: string,
): Refusal | null {
  const { host = "", origin } = headers
  const name = hostnameOf(host)
  if (name === null) return { status: 400, message: "the Host header is malformed" }
  if (!isOwnName(name, bound))
    return { status: 403, message: `this server is not ${name}: open it by its address` }
  if (origin !== undefined && origin !== `http://${host}`)
    return { status: 403, message: "requests of other sites are refused" }
  if (!isOwnFetch(method, headers)) return { status: 403, message: "requests of other sites are refused" }
  return null
}

/** Without the port; null: it is none. */
function hostnameOf(host: string): string | null {
  if (!/^[\w.:[\]-]{1,255}$/.test(host) || !URL.canParse(`http://${host}`)) return null
  return new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, "")
}

/** Nobody can point an address of their own at this server's: only a name can be rebound. */
function isOwnName(name: string, bound: string): boolean {
  if (isLoopback(bound)) return isLoopback(name)
  return isIP(name) !== 0 || name === "localhost" || name === bound.toLowerCase()
}

/** What browsers say of where a request comes from. A link on another site may open the page, and nothing else. */
function isOwnFetch(method: string, headers: IncomingHttpHeaders): boolean {
  const site = headers["sec-fetch-site"]
  if (site === undefined || site === "same-origin" || site === "none") return true
  return (
    method === "GET" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document"
  )
}
