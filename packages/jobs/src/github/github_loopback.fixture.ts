import { createHash } from "node:crypto"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { answerGit, isOfGit } from "./git_http.fixture.ts"
import { type GithubState, githubState, Refusal, type Reply, routeOf } from "./github_api.fixture.ts"
import { limited } from "./github_limit.fixture.ts"

export const TOKEN = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"

interface Fault {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface GithubServer extends GithubState {
  /** Answers for the next requests with this beginning of method and path, in place of the real ones. */
  readonly faults: Array<Fault & { readonly of: string }>
  /** Requests with this beginning are executed, and their answer is lost on the way. */
  readonly lost: string[]
  /** What git asked, on the same host. */
  readonly git_requests: string[]
  /** Jobs whose logs were read. */
  readonly logs_read: string[]
}

/** Serves the part of GitHub's REST contract that is used until it is closed; its branches are those of a bare repository. */
export async function serveGithub(
  bare: string,
): Promise<{ readonly server: GithubServer; readonly close: () => void }> {
  const server: GithubServer = {
    ...githubState(bare),
    faults: [],
    lost: [],
    git_requests: [],
    logs_read: [],
  }
  const http = createServer((request, response) => {
    if (isOfGit(request)) {
      server.git_requests.push(`${request.method} ${request.url}`)
      void answerGit(server.bare, server.tokens, { request, response })
      return
    }
    answer(server, request).then(
      (reply) => {
        const at = server.lost.findIndex((of) => `${request.method} ${request.url}`.startsWith(of))
        if (at < 0) return send(request, response, server, reply)
        server.lost.splice(at, 1)
        response.destroy()
      },
      (error: unknown) =>
        send(request, response, server, error instanceof Refusal ? error.reply : { status: 500 }),
    )
  })
  const logs = createServer((request, response) => {
    answerLog(server, request, response)
  })
  const [url, log_host] = [await listen(http), await listen(logs)]
  Object.assign(server, { url, log_host })
  return {
    server,
    close: () => {
      closeServer(http)
      closeServer(logs)
    },
  }
}

/** Like GitHub's storage: the address is enough, and an additional credential is refused. */
function answerLog(
  { ci, logs_read }: GithubServer,
  { url = "", headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const log = ci.logs.get(Number(url.slice(1)))
  if (headers.authorization !== undefined)
    return void response.writeHead(400).end("InvalidAuthenticationInfo")
  if (log === undefined) return void response.writeHead(404).end()
  logs_read.push(url.slice(1))
  response.writeHead(200, { "content-type": "text/plain" }).end(log)
}

/** Listens on this machine; resolves to the address. */
export async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export function closeServer(server: Server): void {
  server.closeAllConnections()
  server.close()
}

/** An answer with the same tag is not sent again. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  server: GithubServer,
  { status, value, headers, body }: Reply,
): void {
  const content = body ?? JSON.stringify(value ?? {})
  const etag = `W/"${createHash("sha256").update(content).digest("hex")}"`
  const plain = { "content-type": "application/json; charset=utf-8", ...headers }
  if (status === 200 && request.headers["if-none-match"] === etag) {
    server.not_modified.push(request.url ?? "")
    response.writeHead(304, { etag }).end()
    return
  }
  response.writeHead(status, status === 200 && request.method === "GET" ? { etag, ...plain } : plain)
  response.end(content)
}

async function answer(server: GithubServer, request: IncomingMessage): Promise<Reply> {
  const url = new URL(request.url ?? "/", server.url)
  const line = `${request.method} ${url.pathname}`
  server.requests.push(line)
  const fault = server.faults.findIndex(({ of }) => line.startsWith(of))
  if (fault >= 0) return server.faults.splice(fault, 1)[0] ?? { status: 500 }
  const refusal = limited(server.limits, line)
  if (refusal !== null) return refusal
  checkHeaders(server, url, request)
  const given = request.method !== "GET" ? await bodyOf(request) : {}
  return routeOf(server, { method: request.method ?? "GET", url, body: given, headers: request.headers })
}

/** Refuses more than GitHub does: a parameter that is sent twice. */
function checkHeaders(
  server: GithubServer,
  { pathname, searchParams }: URL,
  { headers, method }: IncomingMessage,
): void {
  if (new Set(searchParams.keys()).size !== searchParams.size)
    throw new Refusal(400, `a parameter twice: ${searchParams.toString()}`)
  if ((headers["user-agent"] ?? "") === "")
    throw new Refusal(403, "Request forbidden by administrative rules.")
  const token = /^(?:token|bearer) (.*)$/i.exec(headers.authorization ?? "")?.[1] ?? ""
  const is_app = pathname.endsWith("/installation") || pathname.startsWith("/app/")
  if (is_app ? token.split(".").length !== 3 : !server.tokens.has(token))
    throw new Refusal(401, "Bad credentials")
  if (!/^application\/vnd\.github[\w.-]*\+json$/.test(headers.accept ?? ""))
    throw new Refusal(415, "Unsupported 'Accept' header")
  if (headers["x-github-api-version"] !== "2022-11-28") throw new Refusal(400, "Unsupported API version")
  if (
    method === "POST" &&
    Number(headers["content-length"] ?? 0) > 0 &&
    !headers["content-type"]?.startsWith("application/json")
  )
    throw new Refusal(400, "Problems parsing JSON")
}

async function bodyOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const content = await text(request)
  if (content === "") return {}
  try {
    return JSON.parse(content) as Record<string, unknown>
  } catch {
    throw new Refusal(400, "Problems parsing JSON")
  }
}
