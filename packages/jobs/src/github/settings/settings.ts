import { isAbsolute, resolve } from "node:path"
import { InvalidOptionError, numberOption, refuseUnknownNames } from "@proofloop/foundation/errors"
import { sha256Hex } from "@proofloop/foundation/text"
import { type Credential, readCredential, type CredentialOptions } from "./credential.ts"

export interface GithubConnection extends CredentialOptions {
  /** The API. Default "https://api.github.com"; Enterprise: "https://HOST/api/v3". http for this machine alone. */
  readonly base_url?: string | undefined
  /** For one request, in milliseconds. Default 30 000. */
  readonly timeout_ms?: number | undefined
  /** Folder of answers for the next process, so that unchanged ones are not sent again. Default: in memory alone. */
  readonly cache_folder?: string | undefined
  /** Proxies (HTTPS_PROXY, NO_PROXY) and certificates (NODE_EXTRA_CA_CERTS, GIT_SSL_CAINFO). Default: this process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
}

export interface GithubForgeOptions extends GithubConnection {
  /** "owner/name". One that was renamed or transferred is followed to its new name. */
  readonly repository: string
  /** "owner/name" of a fork that branches are pushed to, where `repository` itself is not writable. Default: none. */
  readonly fork?: string | undefined
  /** Where git pushes to: https, or http of this machine, or an absolute path. Default: the page of the repository with ".git". */
  readonly remote_url?: string | undefined
  /** For one git command, in milliseconds. Default 600 000. */
  readonly git_timeout_ms?: number | undefined
}

export interface RepositoryName {
  readonly owner: string
  readonly name: string
}

/** Options that were checked and completed. Addresses end without a slash. */
export interface GithubSettings {
  readonly repository: RepositoryName
  readonly fork: RepositoryName | null
  readonly credential: Credential
  /** Whose credential it is, without the credential: forges with the same one share its limits. */
  readonly account: string
  /** Where an app's installation is looked up, below the API. */
  readonly installed_on: string
  readonly api: string
  readonly web: string
  /** The API is on this machine: no proxy, and requests are not paced. */
  readonly is_loopback: boolean
  readonly remote_url: string | null
  readonly timeout_ms: number
  /** null: git's default time limits. */
  readonly git_timeout_ms: number | null
  readonly cache_folder: string | null
  readonly env: Readonly<Record<string, string | undefined>>
}

const OPTIONS = [
  "repository",
  "fork",
  "token",
  "token_env",
  "app",
  "base_url",
  "remote_url",
  "timeout_ms",
  "git_timeout_ms",
  "cache_folder",
  "env",
]

/** Throws InvalidOptionError naming the bad option. */
export function githubSettings(options: GithubForgeOptions): GithubSettings {
  refuseUnknownNames("githubForge", options, OPTIONS)
  const env = options.env ?? process.env
  const api = plainAddress("base_url", options.base_url ?? "https://api.github.com")
  const repository = repositoryName("repository", options.repository)
  const credential = readCredential(options, env)
  return {
    repository,
    fork: options.fork === undefined ? null : repositoryName("fork", options.fork),
    credential,
    account: `${api.host} ${accountOf(credential, repository)}`,
    installed_on: `/repos/${repository.owner}/${repository.name}`,
    api: api.href.replace(/\/$/, ""),
    web: webOrigin(api),
    is_loopback: isLoopback(api),
    remote_url: options.remote_url === undefined ? null : remoteUrl(options.remote_url),
    timeout_ms: numberOption("timeout_ms", options.timeout_ms ?? 30_000, 1, 600_000),
    git_timeout_ms:
      options.git_timeout_ms === undefined
        ? null
        : numberOption("git_timeout_ms", options.git_timeout_ms, 1, 86_400_000),
    cache_folder: options.cache_folder === undefined ? null : resolve(options.cache_folder),
    env,
  }
}

function repositoryName(option: string, text: string): RepositoryName {
  const [, owner, name] = /^([A-Za-z\d][A-Za-z\d_-]{0,99})\/([\w.-]{1,100})$/.exec(text) ?? []
  if (owner === undefined || name === undefined || name === "." || name === "..")
    throw new InvalidOptionError({ option, expected: "owner/name", got: text })
  return { owner, name }
}

function remoteUrl(text: string): string {
  return isAbsolute(text) ? text : plainAddress("remote_url", text).href
}

/** An app has limits for each installation, and one installation for an owner. A token is told by a digest. */
function accountOf(credential: Credential, { owner }: RepositoryName): string {
  if (credential.kind === "token") return `token ${sha256Hex(credential.token).slice(0, 12)}`
  return `app ${credential.app_id} ${credential.installation_id ?? owner.toLowerCase()}`
}

/** An address that a credential may be sent to. Throws InvalidOptionError naming the option. */
function plainAddress(option: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  const is_plain = url !== null && `${url.username}${url.password}${url.search}${url.hash}` === ""
  if (is_plain && (url.protocol === "https:" || isLoopback(url))) return url
  const file = url?.protocol === "file:" ? `: give ${url.pathname}` : ""
  const path = option === "remote_url" ? `, or an absolute path${file}` : ""
  const expected = `an https address without credentials or query, or an http one of this machine${path}`
  throw new InvalidOptionError({ option, expected, got: url?.password ? "credentials" : text })
}

/** Whether it is http on this machine. */
function isLoopback(url: URL): boolean {
  return url.protocol === "http:" && /^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname)
}

function webOrigin(api: URL): string {
  const is_api_host = api.hostname.startsWith("api.") && api.pathname === "/"
  return is_api_host ? api.origin.replace("//api.", "//") : api.origin
}
