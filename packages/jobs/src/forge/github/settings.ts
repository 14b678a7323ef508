import { isAbsolute } from "node:path"
import { InvalidOptionError, numberOption } from "@proofloop/foundation/errors"

export interface GithubForgeOptions {
  /** "owner/name". */
  readonly repository: string
  /** Needs to read and write contents, pull requests and issues. Never part of a message. */
  readonly token?: string | undefined
  /** The environment variable that holds the token, in place of `token`. */
  readonly token_env?: string | undefined
  /** Default "https://api.github.com". Enterprise servers have "https://HOST/api/v3". */
  readonly api_url?: string | undefined
  /** Where git pushes to: https, or an absolute path. Default: the repository's page with ".git". */
  readonly remote_url?: string | undefined
  /** For one request, in milliseconds. Default 30 000. */
  readonly timeout_ms?: number | undefined
}

/** Options that were checked and completed. Addresses end without a slash. */
export interface GithubSettings {
  readonly owner: string
  readonly name: string
  readonly token: string
  readonly api: string
  /** The repository's page. */
  readonly web: string
  readonly remote_url: string
  /** What git sends along; undefined when it pushes to some other place than the repository's host. */
  readonly authorization: string | undefined
  readonly timeout_ms: number
}

/** Throws InvalidOptionError naming the bad option. */
export function githubSettings(options: GithubForgeOptions): GithubSettings {
  const [, owner, name] = /^([A-Za-z\d][A-Za-z\d-]{0,99})\/([\w.-]{1,100})$/.exec(options.repository) ?? []
  if (owner === undefined || name === undefined || name === "." || name === "..") {
    throw new InvalidOptionError({ option: "repository", expected: "owner/name", got: options.repository })
  }
  const token = readToken(options)
  const api = apiUrl(options.api_url ?? "https://api.github.com")
  const web = `${webOrigin(api)}/${owner}/${name}`
  const remote_url = remoteUrl(options.remote_url ?? `${web}.git`)
  const timeout_ms = numberOption("timeout_ms", options.timeout_ms ?? 30_000, 1, 600_000)
  const is_host = URL.canParse(remote_url) && new URL(remote_url).origin === webOrigin(api)
  const basic = Buffer.from(`x-access-token:${token}`).toString("base64")
  const authorization = is_host ? `Basic ${basic}` : undefined
  return { owner, name, token, api: trimmed(api.href), web, remote_url, authorization, timeout_ms }
}

function readToken({ token, token_env }: GithubForgeOptions): string {
  if ((token === undefined) === (token_env === undefined)) {
    const got = token === undefined ? "neither" : "both"
    throw new InvalidOptionError({ option: "token", expected: "either token or token_env", got })
  }
  const found = token ?? process.env[token_env ?? ""] ?? ""
  if (/^[\x21-\x7e]{1,1000}$/.test(found)) return found
  const option = token === undefined ? "token_env" : "token"
  const expected =
    token === undefined ? "the name of a variable that holds a token" : "a token without spaces"
  // What was given may be most of a token.
  throw new InvalidOptionError({ option, expected, got: token === undefined ? token_env : "something else" })
}

function apiUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  const is_plain = url !== null && `${url.username}${url.password}${url.search}${url.hash}` === ""
  const is_loopback = url?.protocol === "http:" && /^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname)
  if (is_plain && (url.protocol === "https:" || is_loopback)) return url
  const expected = "an https address without credentials or query, or an http one of this machine"
  throw new InvalidOptionError({ option: "api_url", expected, got: url?.password ? "credentials" : text })
}

function remoteUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const is_plain = url?.protocol === "https:" && `${url.username}${url.password}` === ""
  if (is_plain || isAbsolute(text)) return text
  const expected =
    "an https address without credentials, or an absolute path (needed for an api_url of this machine)"
  throw new InvalidOptionError({ option: "remote_url", expected, got: url?.password ? "credentials" : text })
}

function webOrigin(api: URL): string {
  const is_api_host = api.hostname.startsWith("api.") && api.pathname === "/"
  return is_api_host ? api.origin.replace("//api.", "//") : api.origin
}

function trimmed(address: string): string {
  return address.endsWith("/") ? address.slice(0, -1) : address
}
