import { readFile } from "node:fs/promises"
import { rootCertificates } from "node:tls"

/** An environment, as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Variables by which libcurl and git find proxies, certificates and a client certificate. */
const NETWORK_NAMES = [
  "http_proxy",
  "https_proxy",
  "HTTPS_PROXY",
  "no_proxy",
  "NO_PROXY",
  "all_proxy",
  "ALL_PROXY",
  "GIT_SSL_CAINFO",
  "GIT_SSL_CAPATH",
  "GIT_SSL_CERT",
  "GIT_SSL_KEY",
  "GIT_PROXY_SSL_CAINFO",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
]

/**
 * How git reaches a company's proxy and trusts its certificates. The environment's settings for git count, else those
 * for OpenSSL (SSL_CERT_FILE) or for Node (NODE_EXTRA_CA_CERTS, beside the public authorities). `writeBundle` puts
 * certificates into a file and resolves to its path. An unreadable file counts as not named.
 */
export async function gitNetwork(
  env: Environment,
  writeBundle: (certificates: string) => Promise<string>,
): Promise<Readonly<Record<string, string>>> {
  const named: Record<string, string> = {}
  for (const name of NETWORK_NAMES) {
    const value = env[name]
    if (value !== undefined && value !== "") named[name] = value
  }
  const authorities = named["GIT_SSL_CAINFO"] ?? named["SSL_CERT_FILE"]
  if (authorities !== undefined) return { ...named, GIT_SSL_CAINFO: authorities }
  const extra = await readFile(env["NODE_EXTRA_CA_CERTS"] ?? "", "utf8").catch(() => null)
  if (extra === null) return named
  return { ...named, GIT_SSL_CAINFO: await writeBundle([...rootCertificates, extra].join("\n")) }
}
