import { createAppAuth } from "@octokit/auth-app"
import { Octokit } from "@octokit/core"
import { paginateRest } from "@octokit/plugin-paginate-rest"
import { retry } from "@octokit/plugin-retry"
import { throttling } from "@octokit/plugin-throttling"
import type { GithubSettings } from "../settings/settings.ts"
import type { Fetch } from "./bounded_fetch.ts"
import { asForgeError, isWorthAnotherTry } from "./failures.ts"
import type { Secrets } from "./secrets.ts"

export type GithubOctokit = ReturnType<typeof createOctokit>

export interface Connection {
  /** null: a token, or an app that speaks for itself. */
  readonly installation_id: number | null
  readonly secrets: Secrets
  readonly fetch: Fetch
}

/**
 * Octokit that retries safe requests and paces writes. At a rate limit it fails with the time instead of waiting,
 * because the caller may have better things to do for an hour.
 */
export function createOctokit(settings: GithubSettings, { installation_id, secrets, fetch }: Connection) {
  const noted: Fetch = (url, init) => {
    const authorization = new Headers(init?.headers).get("authorization") ?? ""
    secrets.add(authorization.replace(/^\w{1,20} /, ""))
    return fetch(url, init)
  }
  /** Registered inside the retries, which only know Octokit's own names. */
  const failures = (octokit: Octokit): void => {
    octokit.hook.before("request", (options) => {
      options.headers["x-github-api-version"] = "2022-11-28"
    })
    octokit.hook.wrap("request", async (request, options) => {
      try {
        return await request(options)
      } catch (error) {
        const { signal } = options.request ?? {}
        const what = `${options.method} ${options.url}`
        const failure = asForgeError(error, { what, settings, secrets: secrets.all(), signal })
        throw options.method === "GET" && isWorthAnotherTry(failure) ? error : failure
      }
    })
  }
  const GithubOctokit = Octokit.plugin(throttling, failures, paginateRest, retry)
  return new GithubOctokit({
    ...authentication(settings, installation_id),
    baseUrl: settings.api,
    userAgent: "proofloop",
    request: { fetch: noted },
    retry: { retries: 2, retryAfterBaseValue: 200 },
    throttle: {
      enabled: !settings.is_loopback,
      onRateLimit: () => false,
      onSecondaryRateLimit: () => false,
    },
    log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
  })
}

function authentication({ credential }: GithubSettings, installation_id: number | null) {
  if (credential.kind === "token") return { auth: credential.token }
  const { app_id: appId, private_key: privateKey } = credential
  const installation = installation_id === null ? {} : { installationId: installation_id }
  return { authStrategy: createAppAuth, auth: { appId, privateKey, ...installation } }
}

function nothing(): void {}
