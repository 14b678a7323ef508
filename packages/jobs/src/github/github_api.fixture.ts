import { existsSync, readFileSync } from "node:fs"
import type { IncomingHttpHeaders } from "node:http"
import { join } from "node:path"
import { ofCommit, type ServedCi, servedCi } from "./github_ci.fixture.ts"
import { answerQuery, type ServedThread } from "./github_graphql.fixture.ts"
import { type ServedLimits, servedLimits } from "./github_limit.fixture.ts"

const TOKEN = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"

/** One pull request as GitHub's documentation shows it, in the fields that are read and some that are not. */
export interface ServedPull {
  readonly number: number
  readonly title: string
  body: string | null
  draft: boolean
  state: "open" | "closed"
  mergeable: boolean | null
  merged_at: string | null
  merge_commit_sha: string | null
  readonly head: {
    readonly label: string
    readonly ref: string
    /** Of an open one that is in the repository itself: what its branch is now. */
    sha: string
    readonly repo: { readonly id: number; readonly full_name: string }
  }
  readonly base: { readonly ref: string }
  readonly user: { readonly login: string }
}

export interface ServedComment {
  readonly id: number
  readonly body: string
  readonly user?: { readonly login: string }
  readonly author_association?: string
  readonly created_at?: string
}

export interface GithubState {
  url: string
  readonly bare: string
  readonly tokens: Set<string>
  /** Method and path of each request, in order. */
  readonly requests: string[]
  /** Addresses that were answered with 304. */
  readonly not_modified: string[]
  readonly pulls: ServedPull[]
  readonly comments: Map<number, readonly ServedComment[]>
  /** What is told below a path of the repository: "/commits/SHA/check-runs". */
  readonly told: Map<string, unknown>
  /** Lists of repositories, by their paths: "/orgs/acme/repos". */
  readonly lists: Map<string, readonly object[]>
  readonly threads: ServedThread[]
  readonly ci: ServedCi
  readonly limits: ServedLimits
  /** Where the logs of jobs lie: another host, which refuses a credential. */
  log_host: string
  drafts: "taken" | "ignored" | "refused"
  /** The number of the repository. */
  readonly id: number
  /** The name of the repository; requests by its first name, acme/shop, are redirected. */
  full_name: string
  /** Whether the token may not see the repository; then every request is answered as if it were missing. */
  is_hidden: boolean
  /** Awaited before a pull request is made. */
  before_open: () => Promise<void> | void
}

export function githubState(bare: string, id = FIRST_ID): GithubState {
  return {
    id,
    url: "",
    bare,
    tokens: new Set([TOKEN]),
    requests: [],
    not_modified: [],
    pulls: [],
    comments: new Map([[7, []]]),
    told: new Map(),
    lists: new Map(),
    threads: [],
    ci: servedCi(),
    limits: servedLimits(),
    log_host: "",
    drafts: "taken",
    full_name: "acme/shop",
    is_hidden: false,
    before_open: () => undefined,
  }
}

const FIRST_ID = 1_296_269
const FORK_ID = 42

export interface Reply {
  readonly status: number
  readonly value?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export class Refusal extends Error {
  readonly reply: Reply

  constructor(status: number, message: string, errors?: readonly object[]) {
    super(message)
    this.reply = { status, value: { message, errors, documentation_url: "https://docs.github.com/rest" } }
  }
}

export interface Asked {
  readonly method: string
  readonly url: URL
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: IncomingHttpHeaders
}

export async function routeOf(server: GithubState, asked: Asked): Promise<Reply> {
  const { method, url } = asked
  const line = `${method} ${url.pathname}`
  if (line === "POST /graphql") return { status: 200, value: answerQuery(server.threads, asked.body) }
  if (/^POST \/app\/installations\/9\/access_tokens$/.test(line)) return installed(server)
  if (line === "GET /users/acme/installation") return { status: 200, value: { id: 9 } }
  const list = server.lists.get(url.pathname)
  if (list !== undefined) return page(url, list)
  if (server.is_hidden) throw new Refusal(404, "Not Found")
  if (url.pathname === "/repos/bot/shop") {
    return {
      status: 200,
      value: { id: FORK_ID, full_name: "bot/shop", default_branch: "main", parent: { id: server.id } },
    }
  }
  const own = [`/repos/${server.full_name}`, `/repositories/${server.id}`].find(
    (path) => url.pathname === path || url.pathname.startsWith(`${path}/`),
  )
  if (own !== undefined) return ofRepository(server, url.pathname.slice(own.length), asked)
  if (!url.pathname.startsWith("/repos/acme/shop")) throw new Refusal(404, "Not Found")
  const moved = `/repositories/${server.id}${url.pathname.slice("/repos/acme/shop".length)}${url.search}`
  return { status: method === "GET" ? 301 : 307, headers: { location: `${server.url}${moved}` }, value: {} }
}

async function ofRepository(server: GithubState, path: string, asked: Asked): Promise<Reply> {
  const { method, url, body } = asked
  for (const pull of server.pulls) followBranch(server, pull)
  if (path === "")
    return { status: 200, value: { id: server.id, full_name: server.full_name, default_branch: "main" } }
  if (path === "/installation") return { status: 200, value: { id: 9 } }
  if (path === "/pulls") return method === "GET" ? page(url, listed(server, url)) : open(server, body)
  const told = server.told.get(path)
  if (told !== undefined)
    return Array.isArray(told)
      ? page(url, told, LIST_KEYS[path.split("/").at(-1) ?? ""])
      : { status: 200, value: told }
  const checked = method === "GET" ? ofCi(server, path, url) : null
  if (checked !== null) return checked
  const [, kind, digits, rest] = /^\/(pulls|issues)\/(\d+)(\/comments)?$/.exec(path) ?? []
  const number = Number(digits)
  const pull = server.pulls.find((one) => one.number === number)
  if (kind === "pulls" && rest === undefined && pull !== undefined) {
    if (method === "PATCH" && typeof body["body"] === "string") pull.body = body["body"]
    return { status: 200, value: pull }
  }
  const answered = /^\/pulls\/(\d+)\/comments\/(\d+)\/replies$/.exec(path)
  if (answered !== null && method === "POST") return reply(server, Number(answered[2]), body)
  if (kind !== "issues" || rest === undefined) throw new Refusal(404, "Not Found")
  const comments = server.comments.get(number) ?? (pull === undefined ? null : [])
  if (comments === null) throw new Refusal(404, "Not Found")
  if (method === "GET") return page(url, comments)
  if (typeof body["body"] !== "string" || body["body"] === "")
    throw invalid("IssueComment", "body", "missing_field")
  const comment = { id: 1000 + comments.length, body: body["body"] }
  server.comments.set(number, [...comments, comment])
  return { status: 201, value: comment }
}

/** GitHub closes a pull request whose branch is deleted. */
function followBranch({ bare, id }: GithubState, pull: ServedPull): void {
  if (pull.state !== "open" || pull.head.repo.id !== id) return
  const tip = join(bare, "refs/heads", pull.head.ref)
  if (existsSync(tip)) pull.head.sha = readFileSync(tip, "utf8").trim()
  else pull.state = "closed"
}

/** Checks, statuses, rules and logs; null: the path is something else. */
function ofCi({ bare, ci, pulls, told, log_host }: GithubState, path: string, url: URL): Reply | null {
  const [, sha, list] = /^\/commits\/([\da-f]{40})\/([a-z-]+)$/.exec(path) ?? []
  if (sha !== undefined && list !== undefined) {
    const found = ofCommit(ci, { bare, pulls, sha, list })
    return found === null ? null : page(url, found, LIST_KEYS[list])
  }
  if (path.startsWith("/rules/branches/") && ci.required !== null) {
    const required_status_checks = ci.required.map((context) => ({ context }))
    return page(url, [{ type: "required_status_checks", parameters: { required_status_checks } }])
  }
  if (/^\/pulls\/\d+\/reviews$/.test(path)) return page(url, [])
  const log = /^\/actions\/jobs\/(\d+)\/logs$/.exec(path)?.[1]
  if (log === undefined) return null
  if (!told.has(`log ${log}`) && !ci.logs.has(Number(log))) throw new Refusal(404, "Not Found")
  const elsewhere = told.get(`log ${log}`)
  const location = typeof elsewhere === "string" ? elsewhere : `${log_host}/${log}`
  return { status: 302, headers: { location } }
}

/** Lists that are told as an object. */
const LIST_KEYS: Readonly<Record<string, string>> = {
  "check-runs": "check_runs",
  "check-suites": "check_suites",
}

function installed(server: GithubState): Reply {
  const token = `ghs_${String(server.tokens.size).repeat(36)}`
  server.tokens.add(token)
  return { status: 201, value: { token, expires_at: "2099-01-01T00:00:00Z", permissions: {} } }
}

function reply({ threads, url }: GithubState, id: number, { body }: Asked["body"]): Reply {
  const thread = threads.find(({ comments }) => comments[0]?.databaseId === id)
  if (thread === undefined) throw new Refusal(404, "Not Found")
  const databaseId = id + thread.comments.length
  const html_url = `${url}/acme/shop/pull/1#discussion_r${databaseId}`
  const said = {
    databaseId,
    author: { login: "proofloop" },
    authorAssociation: "NONE",
    createdAt: "2026-01-02T00:00:00Z",
  }
  thread.comments.push({ ...said, body: String(body), url: html_url })
  return { status: 201, value: { id: databaseId, html_url } }
}

function invalid(resource: string, field: string, code: string): Refusal {
  return new Refusal(422, "Validation Failed", [{ resource, field, code }])
}

/** Newest first; a `head` without an owner filters nothing. */
function listed({ pulls, full_name }: GithubState, { searchParams }: URL): readonly object[] {
  const state = searchParams.get("state") ?? "open"
  const head = searchParams.get("head") ?? ""
  const base = searchParams.get("base")
  return (
    pulls
      .filter((pull) => state === "all" || pull.state === state)
      .filter((pull) => !head.includes(":") || labelOf(pull, full_name) === head)
      .filter((pull) => base === null || pull.base.ref === base)
      // A list does not tell it.
      .map((pull) => ({ ...pull, mergeable: undefined }))
      .toReversed()
  )
}

/** For a transferred repository it names the present owner. */
function labelOf({ head }: ServedPull, full_name: string): string {
  return head.repo.id === FORK_ID ? head.label : `${full_name.split("/", 1)[0]}:${head.ref}`
}

async function open(server: GithubState, asked: Asked["body"]): Promise<Reply> {
  const { title, head, base, body: said, draft } = asked
  for (const [field, value] of Object.entries({ title, head, base })) {
    if (typeof value !== "string" || value === "") throw invalid("PullRequest", field, "missing_field")
  }
  const [owner, ref] = String(head).includes(":") ? String(head).split(":") : ["acme", String(head)]
  const tipOf = (branch: string) => join(server.bare, "refs/heads", branch)
  for (const [field, value] of Object.entries({ head: ref ?? "", base: String(base) })) {
    if (!existsSync(tipOf(value))) throw invalid("PullRequest", field, "invalid")
  }
  if (draft === true && server.drafts === "refused")
    throw new Refusal(422, "Draft pull requests are not supported in this repository.")
  await server.before_open()
  const label = `${owner}:${ref}`
  if (
    server.pulls.some((pull) => pull.state === "open" && pull.head.label === label && pull.base.ref === base)
  ) {
    const message = `A pull request already exists for ${label}.`
    throw new Refusal(422, "Validation Failed", [{ resource: "PullRequest", code: "custom", message }])
  }
  const repo =
    owner === "bot" ? { id: FORK_ID, full_name: "bot/shop" } : { id: server.id, full_name: "Acme/shop" }
  const pull: ServedPull = {
    number: server.pulls.length + 41,
    title: String(title),
    body: typeof said === "string" ? said : null,
    draft: draft === true && server.drafts === "taken",
    state: "open",
    mergeable: null,
    merged_at: null,
    merge_commit_sha: "e".repeat(40),
    head: { label, ref: ref ?? "", sha: readFileSync(tipOf(ref ?? ""), "utf8").trim(), repo },
    base: { ref: String(base) },
    user: { login: "proofloop" },
  }
  server.pulls.push(pull)
  return { status: 201, value: pull }
}

/** A page of a list, and where the next one is. */
function page(url: URL, items: readonly unknown[], key?: string): Reply {
  const size = Math.min(100, Number(url.searchParams.get("per_page") ?? 30))
  const at = Number(url.searchParams.get("page") ?? 1)
  const last = Math.max(1, Math.ceil(items.length / size))
  const link = (number: number, rel: string) => {
    const target = new URL(url)
    target.searchParams.set("page", String(number))
    return `<${target.href}>; rel="${rel}"`
  }
  const shown = items.slice((at - 1) * size, at * size)
  const value = key === undefined ? shown : { total_count: items.length, [key]: shown }
  const headers: Record<string, string> =
    at < last ? { link: `${link(at + 1, "next")}, ${link(last, "last")}` } : {}
  return { status: 200, value, headers }
}
