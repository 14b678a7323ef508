import { existsSync, readFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { onTestFinished } from "vitest"

export const TOKEN = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"

/** One pull request as GitHub's documentation shows it, in the fields that are read and some that are not. */
export interface ServedPull {
  readonly number: number
  readonly title: string
  readonly body: string | null
  readonly draft: boolean
  state: "open" | "closed"
  merged_at: string | null
  merge_commit_sha: string | null
  readonly head: {
    readonly label: string
    readonly ref: string
    readonly sha: string
    readonly repo: { readonly id: number; readonly full_name: string }
  }
  readonly base: { readonly ref: string }
  readonly user: { readonly login: string }
}

interface Fault {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface GithubServer {
  readonly url: string
  /** Method and path of each request, in order. */
  readonly requests: string[]
  readonly pulls: ServedPull[]
  readonly comments: Map<number, Array<{ readonly id: number; readonly body: string }>>
  /** Answers to the next requests whose method and path begin so, in place of the right ones. */
  readonly faults: Array<Fault & { readonly of: string }>
  /** Requests that begin so are done, and their answer is lost on its way. */
  readonly lost: string[]
  /** Awaited before a pull request is made. */
  before_open: () => Promise<void> | void
}

/** A server with the part of GitHub's REST contract that is used; its branches are those of a bare repository. */
export async function githubServer(bare: string): Promise<GithubServer> {
  const server: { -readonly [Key in keyof GithubServer]: GithubServer[Key] } = {
    url: "",
    requests: [],
    pulls: [],
    comments: new Map([[7, []]]),
    faults: [],
    lost: [],
    before_open: () => undefined,
  }
  const http = createServer((request, response) => {
    answer(server, bare, request).then(
      (reply) => {
        const at = server.lost.findIndex((of) => `${request.method} ${request.url}`.startsWith(of))
        if (at < 0) return send(response, reply)
        server.lost.splice(at, 1)
        response.destroy()
      },
      (error: unknown) => send(response, error instanceof Refusal ? error.reply : { status: 500 }),
    )
  }).listen(0, "127.0.0.1")
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  await new Promise((resolve) => http.once("listening", resolve))
  server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return server
}

interface Reply {
  readonly status: number
  readonly value?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

class Refusal extends Error {
  readonly reply: Reply

  constructor(status: number, message: string, errors?: readonly object[]) {
    super(message)
    this.reply = { status, value: { message, errors, documentation_url: "https://docs.github.com/rest" } }
  }
}

function send(response: ServerResponse, { status, value, headers, body }: Reply): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers })
  response.end(body ?? JSON.stringify(value ?? {}))
}

async function answer(server: GithubServer, bare: string, request: IncomingMessage): Promise<Reply> {
  const url = new URL(request.url ?? "/", server.url)
  const line = `${request.method} ${url.pathname}`
  server.requests.push(line)
  const fault = server.faults.findIndex(({ of }) => line.startsWith(of))
  if (fault >= 0) return server.faults.splice(fault, 1)[0] ?? { status: 500 }
  checkHeaders(request)
  const path = url.pathname.replace(/^\/repos\/acme\/shop/, "")
  if (path === url.pathname) throw new Refusal(404, "Not Found")
  if (line === "GET /repos/acme/shop")
    return { status: 200, value: { id: 1296269, default_branch: "main", private: true } }
  if (path === "/pulls" && request.method === "GET") return page(url, listed(server, url))
  if (path === "/pulls" && request.method === "POST") return open(server, bare, await body(request))
  const [, kind, digits, rest] = /^\/(pulls|issues)\/(\d+)(\/comments)?$/.exec(path) ?? []
  const number = Number(digits)
  const pull = server.pulls.find((one) => one.number === number)
  if (kind === "pulls" && rest === undefined && pull !== undefined) return { status: 200, value: pull }
  if (kind !== "issues" || rest === undefined) throw new Refusal(404, "Not Found")
  const comments = server.comments.get(number) ?? (pull === undefined ? null : [])
  if (comments === null) throw new Refusal(404, "Not Found")
  if (request.method === "GET") return page(url, comments)
  const { body: said } = await body(request)
  if (typeof said !== "string" || said === "") throw invalid("IssueComment", "body", "missing_field")
  const comment = { id: 1000 + comments.length, body: said }
  server.comments.set(number, [...comments, comment])
  return { status: 201, value: comment }
}

function checkHeaders({ headers, method }: IncomingMessage): void {
  if ((headers["user-agent"] ?? "") === "")
    throw new Refusal(403, "Request forbidden by administrative rules.")
  if (headers.authorization !== `Bearer ${TOKEN}`) throw new Refusal(401, "Bad credentials")
  if (headers.accept !== "application/vnd.github+json") throw new Refusal(415, "Unsupported 'Accept' header")
  if (headers["x-github-api-version"] !== "2022-11-28") throw new Refusal(400, "Unsupported API version")
  if (method === "POST" && headers["content-type"] !== "application/json")
    throw new Refusal(400, "Problems parsing JSON")
}

async function body(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  try {
    return JSON.parse(await text(request)) as Record<string, unknown>
  } catch {
    throw new Refusal(400, "Problems parsing JSON")
  }
}

function invalid(resource: string, field: string, code: string): Refusal {
  return new Refusal(422, "Validation Failed", [{ resource, field, code }])
}

/** Newest first; a `head` without an owner filters nothing. */
function listed({ pulls }: GithubServer, { searchParams }: URL): readonly ServedPull[] {
  const state = searchParams.get("state") ?? "open"
  const head = searchParams.get("head") ?? ""
  const base = searchParams.get("base")
  return pulls
    .filter((pull) => state === "all" || pull.state === state)
    .filter((pull) => !head.includes(":") || pull.head.label === head)
    .filter((pull) => base === null || pull.base.ref === base)
    .toReversed()
}

async function open(
  server: GithubServer,
  bare: string,
  asked: Readonly<Record<string, unknown>>,
): Promise<Reply> {
  const { title, head, base, body: said, draft } = asked
  for (const [field, value] of Object.entries({ title, head, base })) {
    if (typeof value !== "string" || value === "") throw invalid("PullRequest", field, "missing_field")
  }
  for (const [field, value] of Object.entries({ head, base })) {
    if (!existsSync(join(bare, "refs/heads", String(value)))) throw invalid("PullRequest", field, "invalid")
  }
  await server.before_open()
  const label = `acme:${String(head)}`
  if (
    server.pulls.some((pull) => pull.state === "open" && pull.head.label === label && pull.base.ref === base)
  ) {
    const message = `A pull request already exists for ${label}.`
    throw new Refusal(422, "Validation Failed", [{ resource: "PullRequest", code: "custom", message }])
  }
  const pull: ServedPull = {
    number: server.pulls.length + 41,
    title: String(title),
    body: typeof said === "string" ? said : null,
    draft: draft === true,
    state: "open",
    merged_at: null,
    merge_commit_sha: "e".repeat(40),
    head: {
      label,
      ref: String(head),
      sha: readFileSync(join(bare, "refs/heads", String(head)), "utf8").trim(),
      repo: { id: 1296269, full_name: "Acme/shop" },
    },
    base: { ref: String(base) },
    user: { login: "proofloop" },
  }
  server.pulls.push(pull)
  return { status: 201, value: pull }
}

/** A page of a list, and where the next one is. */
function page(url: URL, items: readonly unknown[]): Reply {
  const size = Math.min(100, Number(url.searchParams.get("per_page") ?? 30))
  const at = Number(url.searchParams.get("page") ?? 1)
  const last = Math.max(1, Math.ceil(items.length / size))
  const link = (number: number, rel: string) => {
    const target = new URL(url)
    target.searchParams.set("page", String(number))
    return `<${target.href}>; rel="${rel}"`
  }
  const value = items.slice((at - 1) * size, at * size)
  const headers: Record<string, string> =
    at < last ? { link: `${link(at + 1, "next")}, ${link(last, "last")}` } : {}
  return { status: 200, value, headers }
}
