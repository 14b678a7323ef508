import { readFileSync } from "node:fs"
import { rootCertificates } from "node:tls"
import type { Dispatcher } from "undici"
import type { GithubSettings } from "../settings/settings.ts"

export type Transport = (url: URL, init: RequestInit) => Promise<Response>

/**
 * Requests through a company's proxy and with its certificates, as the environment names them. undici is loaded for
 * that, because fetch of Node 20 reads neither HTTPS_PROXY nor GIT_SSL_CAINFO. An API on this machine is reached
 * directly.
 */
export function createTransport({ env, is_loopback }: GithubSettings): Transport {
  const ca = authorities(env)
  if (is_loopback || (ca === null && PROXIES.every((name) => (env[name] ?? "") === "")))
    return (url, init) => fetch(url, init)
  let transport: Promise<Transport> | null = null
  return async (url, init) => {
    transport ??= proxied(env, ca)
    return (await transport)(url, init)
  }
}

const PROXIES = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY"]

async function proxied(env: GithubSettings["env"], ca: readonly string[] | null): Promise<Transport> {
  const { EnvHttpProxyAgent, fetch: undiciFetch } = await import("undici")
  const trusted = ca === null ? {} : { ca: [...ca] }
  const dispatcher = new EnvHttpProxyAgent({
    connect: trusted,
    requestTls: trusted,
    proxyTls: trusted,
    httpProxy: env["http_proxy"] ?? env["HTTP_PROXY"] ?? "",
    httpsProxy: env["https_proxy"] ?? env["HTTPS_PROXY"] ?? "",
    noProxy: env["no_proxy"] ?? env["NO_PROXY"] ?? "",
  })
  // The interface of this process's own fetch, from another copy of the library.
  const fetchBy = undiciFetch as unknown as (
    url: URL,
    init: Omit<RequestInit, "dispatcher"> & { readonly dispatcher: Dispatcher },
  ) => Promise<Response>
  return (url, init) => fetchBy(url, Object.assign({}, init, { dispatcher }))
}

/** The public authorities and those the environment names; null: it names none. An unreadable file counts as not named. */
export function authorities(env: GithubSettings["env"]): readonly string[] | null {
  const named = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "GIT_SSL_CAINFO"].map((name) => env[name] ?? "")
  const found = [...new Set(named)].flatMap((path) => readOrNothing(path))
  return found.length === 0 ? null : [...rootCertificates, ...found]
}

function readOrNothing(path: string): readonly string[] {
  if (path === "") return []
  try {
    return [readFileSync(path, "utf8")]
  } catch {
    return []
  }
}
