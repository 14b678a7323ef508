import { createHash } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { onTestFinished } from "vitest"
import { answerGit, isOfGit } from "./git_http.fixture.ts"
import { type GithubState, githubState, Refusal, type Reply, routeOf } from "./github_api.fixture.ts"

export const TOKEN = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"

interface Fault {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface GithubServer extends GithubState {
  /** Answers to the next requests whose method and path begin so, in place of the right ones. */
  readonly faults: Array<Fault & { readonly of: string }>
  /** Requests that begin so are done, and their answer is lost on its way. */
  readonly lost: string[]
  /** What git asked, on the same host. */
  readonly git_requests: string[]
}

/** A server with the part of GitHub's REST contract that is used; its branches are those of a bare repository. */
export async function githubServer(bare: string): Promise<GithubServer> {
  const server: GithubServer = { ...githubState(bare), faults: [], lost: [], git_requests: [] }
  const http = createServer((request, response) => {
    if (isOfGit(request)) {
      server.git_requests.push(`${request.method} ${request.url}`)
      void answerGit(bare, server.tokens, { request, response })
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
  server.url = await listening(http)
  return server
}

/** Listens on this machine until the test is over; resolves to the address. */
export async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  server.listen(0, "127.0.0.1")
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise((resolve) => server.once("listening", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** What was sent before under the same tag is not sent again. */
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
  checkHeaders(server, url, request)
  const given = request.method === "POST" ? await bodyOf(request) : {}
  return routeOf(server, { method: request.method ?? "GET", url, body: given, headers: request.headers })
}

function checkHeaders(server: GithubServer, { pathname }: URL, { headers, method }: IncomingMessage): void {
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
