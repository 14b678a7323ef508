import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { InvalidOptionError, thrownMessage } from "@proofloop/foundation/errors"
import { ANSWER_HEADERS } from "../security/headers.ts"
import { isLoopback } from "../security/loopback.ts"
import { refusalOf } from "../security/refusal.ts"
import { servedText } from "../security/served_text.ts"
import { bearsToken } from "../security/token.ts"
import { ActionRefused } from "../sources/source.ts"
import { type Answer, HttpError } from "./answer.ts"
import { findRoute, type Route } from "./routes.ts"

export interface ServerOptions {
  readonly routes: readonly Route[]
  readonly host: string
  readonly port: number
  /** null: nothing can be changed. */
  readonly token: string | null
  readonly on_error: (error: unknown) => void
}

export interface HttpServer {
  readonly url: string
  close(): Promise<void>
}

const MOST_CONNECTIONS = 256
const HEADERS_MS = 10_000
const REQUEST_MS = 30_000

/** Starts to answer. Rejects with InvalidOptionError when the address cannot be listened at. */
export async function startServer(options: ServerOptions): Promise<HttpServer> {
  const { host, port } = options
  const limits = { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, maxHeaderSize: 16_384 }
  const server = createServer(limits, (request, response) => {
    void serve(request, response, options)
  })
  server.maxConnections = MOST_CONNECTIONS
  await listen(server, host, port)
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}/`,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(
        new InvalidOptionError({
          option: "port",
          expected: `an address that is free (${thrownMessage(error)})`,
          got: `${host}:${port}`,
        }),
      ),
    )
    server.listen(port, host, resolve)
  })
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  options: ServerOptions,
): Promise<void> {
  // A client that goes is nobody's trouble.
  response.on("error", () => undefined)
  try {
    send(response, await answer(request, response, options), request.method === "HEAD")
  } catch (error) {
    const refused = refusedBy(error)
    if (refused === null) options.on_error(error)
    const { status, message } = refused ?? {
      status: 500,
      message: "something went wrong; the terminal says what",
    }
    if (response.headersSent) response.destroy()
    else send(response, errorAnswer(status, message), false)
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { routes, host, token }: ServerOptions,
): Promise<Answer> {
  const refusal = refusalOf(request, host)
  if (refusal !== null) throw new HttpError(refusal.status, refusal.message)
  const { method = "GET", url: target = "/" } = request
  const url = urlOf(target)
  const { route, parts } = findRoute(routes, method, url.pathname)
  const may_act = token !== null && bearsToken(request.headers.authorization, token)
  const is_private = route.method !== "GET" || route.is_private === true
  if (is_private && token === null) throw new HttpError(403, "this cockpit is read-only")
  const needs_token = is_private || (!isLoopback(host) && route.is_open !== true)
  if (needs_token && !may_act) throw new HttpError(401, "the token is missing or wrong")
  return route.answer({ request, response, url, parts, may_act })
}

/** Throws HttpError for one that means another path than it says, such as "/a/../b". */
function urlOf(target: string): URL {
  if (target.startsWith("/") && URL.canParse(target, "http://here")) {
    const url = new URL(target, "http://here")
    if (url.pathname === target.split("?", 1)[0]) return url
  }
  throw new HttpError(400, "the address is malformed")
}

function refusedBy(error: unknown): { readonly status: number; readonly message: string } | null {
  if (error instanceof HttpError) return error
  if (error instanceof ActionRefused) return { status: 409, message: error.message }
  return null
}

function errorAnswer(status: number, message: string): Answer {
  const body = JSON.stringify({ error: servedText(message) })
  return { status, type: "application/json; charset=utf-8", body }
}

function send(response: ServerResponse, told: Answer, is_head: boolean): void {
  if (told === null) return
  const { status, type, body, headers = {} } = told
  response.writeHead(status, {
    ...ANSWER_HEADERS,
    ...headers,
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
  })
  response.end(is_head ? undefined : body)
}
