import { createAppAuth } from "@octokit/auth-app"
import { Octokit } from "@octokit/core"
import { paginateRest } from "@octokit/plugin-paginate-rest"
import { retry } from "@octokit/plugin-retry"
import { throttling } from "@octokit/plugin-throttling"
import * as z from "zod"
import { ForgeError } from "../../forge/forge_error.ts"
import type { GithubSettings } from "../settings/settings.ts"
import { boundedFetch, logFetch, type Fetch } from "./bounded_fetch.ts"
import { asForgeError, asHidden, isWorthAnotherTry } from "./failures.ts"
import { type Secrets, createSecrets } from "./secrets.ts"
import { createTransport } from "./transport.ts"

export interface Question {
  readonly method: "GET" | "POST" | "PATCH"
  /** Below the API: "/repos/acme/shop/pulls". */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: Readonly<Record<string, unknown>>
}

/** GitHub's API. Rejects with ForgeError; retries only requests that are safe to repeat. */
export interface Client {
  ask(question: Question, signal?: AbortSignal): Promise<unknown>
  /** The pages of a list, each a hundred entries. Rejects after a hundred pages. */
  pages(question: Pick<Question, "path" | "query">, signal?: AbortSignal): AsyncGenerator<unknown>
  graphql(query: string, variables: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<unknown>
  /** A text behind a redirect to another host. */
  log(path: string, signal?: AbortSignal): Promise<string>
  /** The current token; an installation's is renewed before it expires. */
  token(signal?: AbortSignal): Promise<string>
}

const MOST_PAGES = 100

const tokenShape = z.object({ token: z.string().min(1) })
const installationShape = z.object({ id: z.int().min(1) })

export function createClient(settings: GithubSettings): Client {
  const secrets = createSecrets()
  const transport = createTransport(settings)
  const connect = (installation_id: number | null): GithubOctokit =>
    createOctokit(settings, { installation_id, secrets, fetch: boundedFetch(settings, transport) })
  const octokit = lazily(() => authorised(settings, connect, secrets))
  const fetchLog = logFetch(settings, transport)

  const translated = async <Result>(
    what: string,
    signal: AbortSignal | undefined,
    work: (octokit: GithubOctokit) => Promise<Result>,
  ): Promise<Result> => {
    try {
      signal?.throwIfAborted()
      return await work(await octokit())
    } catch (error) {
      throw asForgeError(error, { what, settings, secrets: secrets.all(), signal })
    }
  }

  return {
    ask: ({ method, path, query = {}, body = {} }, signal) =>
      translated(`${method} ${path}`, signal, async ({ request }) => {
        const { data } = await request(`${method} ${path}`, { ...query, ...body, ...until(signal) })
        return data as unknown
      }),
    async *pages({ path, query = {} }, signal) {
      const what = `GET ${path}`
      const pages = await translated(what, signal, async ({ request, paginate }) => {
        // The signal is a default, because Octokit passes only the address of a further page on.
        const asking = request.defaults(until(signal))
        const { url } = asking.endpoint(`GET ${path}`, { per_page: 100, ...query })
        return paginate.iterator(asking.defaults({ url }))[Symbol.asyncIterator]()
      })
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const { value, done } = await translated(what, signal, () => pages.next())
        if (done === true) return
        yield value.data as unknown
      }
      throw new ForgeError(`${path} has more than ${MOST_PAGES} pages`, { retryable: false })
    },
    graphql: (query, variables, signal) =>
      translated("POST /graphql", signal, ({ graphql }) =>
        graphql(query, { ...variables, ...until(signal) }),
      ),
    log: (path, signal) =>
      translated(`GET ${path}`, signal, async ({ request }) => {
        const { data } = await request(`GET ${path}`, {
          request: { ...until(signal).request, fetch: fetchLog },
        })
        return String(data)
      }),
    token: (signal) =>
      translated("the token", signal, async ({ auth }) => {
        const { token } = tokenShape.parse(await auth({ type: "installation" }))
        secrets.add(token)
        return token
      }),
  }
}

function until(signal: AbortSignal | undefined): { readonly request: { readonly signal?: AbortSignal } } {
  return { request: signal === undefined ? {} : { signal } }
}

/** An app looks for its installation on the repository first. */
async function authorised(
  { credential, installed_on }: GithubSettings,
  connect: (installation_id: number | null) => GithubOctokit,
  secrets: Secrets,
): Promise<GithubOctokit> {
  if (credential.kind === "token") {
    secrets.add(credential.token)
    return connect(null)
  }
  secrets.add(credential.private_key)
  if (credential.installation_id !== null) return connect(credential.installation_id)
  const { data } = await connect(null).request(`GET ${installed_on}/installation`).catch(asHidden)
  return connect(installationShape.parse(data).id)
}

/** Once, unless it rejects. */
function lazily<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}

type GithubOctokit = ReturnType<typeof createOctokit>

interface Connection {
  /** null: a token, or an app that speaks for itself. */
  readonly installation_id: number | null
  readonly secrets: Secrets
  readonly fetch: Fetch
}

/**
 * Octokit that retries safe requests and paces writes. At a rate limit it fails with the time instead of waiting,
 * because the caller may have better things to do for an hour.
 */
function createOctokit(settings: GithubSettings, { installation_id, secrets, fetch }: Connection) {
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
