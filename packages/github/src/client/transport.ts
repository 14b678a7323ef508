import { readFileSync } from "node:fs"
import { rootCertificates } from "node:tls"
import { Agent, type Dispatcher, EnvHttpProxyAgent, fetch as undiciFetch } from "undici"
import type { GithubSettings } from "../settings/settings.ts"

export type Transport = (url: URL, init: RequestInit) => Promise<Response>

/**
 * Requests through a company's proxy and with its certificates, as the environment names them. fetch of Node 20 reads neither
 * HTTPS_PROXY nor GIT_SSL_CAINFO. An API of this machine is reached directly.
 */
export function createTransport({ env, is_loopback }: GithubSettings): Transport {
  const dispatcher = is_loopback ? new Agent() : proxied(env)
  // The same interface as of this process's own fetch, by another copy of the library.
  const fetchBy = undiciFetch as unknown as (
    url: URL,
    init: Omit<RequestInit, "dispatcher"> & { readonly dispatcher: Dispatcher },
  ) => Promise<Response>
  return (url, init) => fetchBy(url, Object.assign({}, init, { dispatcher }))
}

function proxied(env: GithubSettings["env"]): Dispatcher {
  const ca = authorities(env)
  const connect = ca === null ? {} : { connect: { ca }, requestTls: { ca }, proxyTls: { ca } }
  return new EnvHttpProxyAgent({
    ...connect,
    httpProxy: env["http_proxy"] ?? env["HTTP_PROXY"] ?? "",
    httpsProxy: env["https_proxy"] ?? env["HTTPS_PROXY"] ?? "",
    noProxy: env["no_proxy"] ?? env["NO_PROXY"] ?? "",
  })
}

/** The public authorities and those the environment names; null: it names none. A file that cannot be read counts as not named. */
export function authorities(env: GithubSettings["env"]): string[] | null {
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
