import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpServer,
  originValidationResponse,
} from "@modelcontextprotocol/server"
import { thrownMessage } from "@proofloop/foundation/errors"

export interface HttpOptions {
  /** Default 0: a free one. */
  readonly port?: number | undefined
  /** Default "127.0.0.1". Any other address needs an authenticating proxy in front. */
  readonly host?: string | undefined
  /** Called with errors of requests. Default: they are dropped. */
  readonly on_error?: ((error: Error) => void) | undefined
}

export interface HttpHandle {
  readonly url: string
  /** Ends the server and its open sessions. */
  close(): Promise<void>
}

/** Serves MCP over streamable HTTP at `/mcp`; on a loopback address for local Host and Origin only. Rejects when the port is taken. */
export async function serveHttp(factory: () => McpServer, options: HttpOptions = {}): Promise<HttpHandle> {
  const { port = 0, host = "127.0.0.1", on_error = () => undefined } = options
  const handler = createMcpHandler(factory, { onerror: on_error })
  const is_local = ["127.0.0.1", "::1", "localhost"].includes(host)

  async function respond(request: Request): Promise<Response> {
    const refused = is_local
      ? (hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
        originValidationResponse(request, localhostAllowedOrigins()))
      : undefined
    if (refused !== undefined) return refused
    if (new URL(request.url).pathname !== "/mcp") return new Response("not found\n", { status: 404 })
    return handler.fetch(request)
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing, respond).catch((error: unknown) => {
      on_error(error instanceof Error ? error : new Error(thrownMessage(error)))
      if (!outgoing.headersSent) outgoing.writeHead(500)
      outgoing.end()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, resolve)
  })
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}/mcp`,
    async close() {
      await handler.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  respond: (request: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController()
  outgoing.once("close", () => gone.abort())
  const { method = "GET", url = "/", headers } = incoming
  const has_body = method !== "GET" && method !== "HEAD"
  const address = `http://${headers.host ?? "localhost"}`
  if (!URL.canParse(url, address)) {
    outgoing
      .writeHead(400, { "content-type": "text/plain" })
      .end("the Host header or the path is malformed\n")
    return
  }
  const request = new Request(new URL(url, address), {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[name, Array.isArray(value) ? value.join(", ") : value] as [string, string]],
    ),
    signal: gone.signal,
    ...(has_body ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" } : {}),
  })
  const response = await respond(request)
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (response.body === null) outgoing.end()
  else await pipeline(Readable.fromWeb(response.body as never), outgoing)
}
