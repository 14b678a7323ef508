import { realpath, stat } from "node:fs/promises"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { resolve } from "node:path"
import { isInvalidOptionError } from "@proofloop/foundation/errors"
import { isInside } from "@proofloop/foundation/files"
import { changeSet } from "@proofloop/foundation/git"
import type { Fingerprint } from "../repository/fingerprint.ts"
import { workTreeFacts } from "../repository/work_tree_facts.ts"
import type { ObservationLedger } from "./ledger.ts"
import { OUTCOMES, type Observation, type Outcome } from "./observation.ts"

export interface ServeObservationsOptions {
  readonly ledger: ObservationLedger
  /** The folder of the repositories that may be asked about. Default: the current folder. */
  readonly root?: string | undefined
  /** Default 0: any that is free. */
  readonly port?: number | undefined
  /** Default "127.0.0.1": this machine alone. */
  readonly host?: string | undefined
}

export interface ObservationServer {
  /** For OCCAM_URL. */
  readonly url: string
  /** Ends the server and its open requests. */
  close(): Promise<void>
}

/** Serves a ledger and fingerprints of repositories by HTTP, in the shape of gitoma's gateway. Rejects when it cannot listen. */
export async function serveObservations(options: ServeObservationsOptions): Promise<ObservationServer> {
  const { host = "127.0.0.1", port = 0, root = process.cwd() } = options
  const answer = answersFor(options.ledger, root)
  const server = createServer((request, response) => {
    handle(request, response, host, answer).catch(() => response.destroy())
  })
  server.requestTimeout = 10_000
  server.headersTimeout = 5000
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, () => {
      server.off("error", reject)
      resolve()
    })
  })
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Answer = (
  request: IncomingMessage,
  url: URL,
) => Promise<{ readonly status: number; readonly body: unknown }>

function answersFor(ledger: ObservationLedger, root: string): Answer {
  const repository = repositoryAnswers(root, ledger)
  let last_id = Date.now()
  const routes: Readonly<Record<string, Answer>> = {
    "POST /observation": async (request) => {
      await ledger.append((await readJson(request)) as Observation)
      last_id += 1
      return { status: 201, body: { id: last_id } }
    },
    "GET /repo/agent-log": async (_, { searchParams }) => ({
      status: 200,
      body: (await ledger.query(queryOf(searchParams))).observations,
    }),
    "GET /repo/context": async (_, { searchParams }) => ({
      status: 200,
      body: await repository.context(
        searchParams.get("target") ?? ".",
        searchParams.get("repository") ?? undefined,
      ),
    }),
    "GET /repo/fingerprint": async (_, { searchParams }) => ({
      status: 200,
      body: await repository.fingerprint(searchParams.get("target") ?? "."),
    }),
  }
  return async (request, url) => {
    const route = `${request.method} ${url.pathname}`
    const found = Object.hasOwn(routes, route) ? routes[route] : undefined
    if (found === undefined) throw new HttpRefusal(404, `nothing is here: ${route.slice(0, 200)}`)
    return found(request, url)
  }
}

function queryOf(parameters: URLSearchParams) {
  const outcome = OUTCOMES.find((known) => known === parameters.get("outcome"))
  return {
    since: parameters.get("since") ?? "24h",
    limit: Number(parameters.get("limit") ?? "20"),
    repository: parameters.get("repository") ?? undefined,
    path: parameters.get("path") ?? undefined,
    outcome,
  }
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  host: string,
  answer: Answer,
): Promise<void> {
  const { status, body } = await answerOrRefuse(request, host, answer)
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...(status === 413 ? { connection: "close" } : {}),
  })
  response.end(JSON.stringify(body))
}

async function answerOrRefuse(request: IncomingMessage, host: string, answer: Answer) {
  try {
    refuseForeign(request, host)
    return await answer(request, new URL(request.url ?? "/", "http://local"))
  } catch (error) {
    if (error instanceof HttpRefusal) return { status: error.status, body: { error: error.message } }
    if (isInvalidOptionError(error)) return { status: 400, body: { error: error.message } }
    return { status: 500, body: { error: "the request could not be answered" } }
  }
}

interface RepositoryContext {
  readonly target: string
  readonly files: number
  readonly fingerprint: Fingerprint | null
  /** How the last week's subtasks ended, of one repository or of all; at most 1000. */
  readonly recent: Readonly<Record<Outcome, number>>
}

/** Answers about the repositories below `root`. Refuses a target elsewhere, links followed, with HttpRefusal. */
function repositoryAnswers(root: string, ledger: ObservationLedger) {
  const factsOf = async (target: string) => workTreeFacts(await confined(root, target), changeSet([]))
  return {
    fingerprint: async (target: string): Promise<Fingerprint | null> => (await factsOf(target)).fingerprint(),
    async context(target: string, repository: string | undefined): Promise<RepositoryContext> {
      const facts = await factsOf(target)
      const { observations } = await ledger.query({ since: "7d", limit: 1000, repository })
      const ended = (wanted: Outcome) => observations.filter(({ outcome }) => outcome === wanted).length
      return {
        target,
        files: (await facts.paths()).length,
        fingerprint: await facts.fingerprint(),
        recent: Object.fromEntries(OUTCOMES.map((one) => [one, ended(one)])) as Record<Outcome, number>,
      }
    },
  }
}

async function confined(root: string, target: string): Promise<string> {
  const real_root = await realpath(root)
  const real = await realpath(resolve(real_root, target)).catch(() => null)
  // One answer for "outside" and "missing", so that the reply does not reveal what lies outside.
  if (real === null || !isInside(real_root, real) || !(await stat(real)).isDirectory()) {
    throw new HttpRefusal(404, "no such folder below the root of this server")
  }
  return real
}

class HttpRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = "HttpRefusal"
    this.status = status
  }
}

const MAX_BODY_BYTES = 256 * 1024

/** The JSON body of a request, at most 256 KiB. Throws HttpRefusal. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  // A browser page can send any other content type to this machine without a preflight request.
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) {
    throw new HttpRefusal(415, "the body must be application/json")
  }
  // Refused before it is read: a client that is cut off while sending never sees the reason.
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) throw tooLong()
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw tooLong()
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    throw new HttpRefusal(400, "the body is not JSON")
  }
}

function tooLong(): HttpRefusal {
  return new HttpRefusal(413, `the body is longer than ${MAX_BODY_BYTES} bytes`)
}

/** Refuses requests that another site makes a browser send: the server is for this machine alone. Throws HttpRefusal. */
function refuseForeign({ headers }: IncomingMessage, host: string): void {
  if (!LOCAL.has(host)) return
  const asked = (headers.host ?? "").replace(/:\d{1,5}$/, "").replace(/^\[(.{1,64})\]$/, "$1")
  if (!LOCAL.has(asked)) throw new HttpRefusal(403, "this server answers to its own address only")
  const origin = headers.origin
  if (origin !== undefined && !/^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/.test(origin)) {
    throw new HttpRefusal(403, "pages of other sites are not answered")
  }
}

const LOCAL: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "::1"])
