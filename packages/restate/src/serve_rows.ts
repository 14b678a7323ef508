import { createServer, type Http2Server, type ServerHttp2Session } from "node:http2"
import { InvalidOptionError, numberOption } from "@proofloop/foundation/errors"
import { LOOK_EVERY_MS, type RowTurns, turnsByKind } from "@proofloop/jobs/engines"
import type * as Sdk from "@restatedev/restate-sdk"
import { loadSdk } from "./load_sdk.ts"
import { newsObject } from "./news_object.ts"
import { repositoryObject } from "./repository_object.ts"
import { rowWorkflow } from "./row_workflow.ts"

export interface ServeRowsOptions {
  /** How rows are moved, by kind. */
  readonly turns: readonly RowTurns[]
  /** Default 9080; 0: any free one. */
  readonly port?: number | undefined
  /** The address to listen on. Default 127.0.0.1. Another one needs `identity_keys`. */
  readonly host?: string | undefined
  /** Public keys of the Restate servers that may call, "publickeyv1_…". Default: whoever reaches the port. */
  readonly identity_keys?: readonly string[] | undefined
  /** The longest pause without a look into the store, in milliseconds. Default 600 000. */
  readonly look_every_ms?: number | undefined
  /** Turns that do something at the same time in this worker; others wait in it. Default: no limit. */
  readonly most_turns?: number | undefined
  /** How long one step may take, in milliseconds. Default 6 hours. */
  readonly longest_step_ms?: number | undefined
  /** Gets the SDK's messages. Default: nothing. */
  readonly on_log?: ((level: string, message: string) => void) | undefined
}

export interface ServedRows {
  /** What to register with Restate. */
  readonly url: string
  /** Interrupts the turns, and stops listening. Restate goes on with them at another worker, or later. */
  readonly close: () => Promise<void>
}

/** Serves the turns of rows to Restate. Rejects with InvalidOptionError, and when the SDK is not installed. */
export async function serveRows(options: ServeRowsOptions): Promise<ServedRows> {
  const { turns, host = "127.0.0.1", identity_keys = [], on_log } = options
  const port = numberOption("port", options.port ?? 9080, 0, 65_535)
  const look_every_ms = numberOption("look_every_ms", options.look_every_ms ?? LOOK_EVERY_MS, 1, LONGEST_MS)
  const longest_step_ms = numberOption(
    "longest_step_ms",
    options.longest_step_ms ?? 6 * 3_600_000,
    1,
    LONGEST_MS,
  )
  requireLoopback(host, identity_keys)
  const turnsOf = turnsByKind(turns, options.most_turns)
  const sdk = await loadSdk()
  const stop = new AbortController()
  const services = [
    rowWorkflow(sdk, { look_every_ms }),
    repositoryObject(sdk, { turnsOf, stopped: stop.signal, longest_step_ms }),
    newsObject(sdk),
  ]
  const handler = sdk.createEndpointHandler({
    services,
    ...(identity_keys.length === 0 ? {} : { identityKeys: [...identity_keys] }),
    logger: loggerOf(on_log),
  })
  const server = createServer(handler)
  const sessions = new Set<ServerHttp2Session>()
  server.on("session", (session) => {
    sessions.add(session)
    session.on("close", () => sessions.delete(session))
  })
  const url = await listen(server, port, host)
  return {
    url,
    async close() {
      stop.abort(new Error("the worker is closed"))
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // Turns release their rows before their connections end.
      for (const session of sessions) session.close()
      setTimeout(() => sessions.forEach((session) => session.destroy()), CLOSE_MS).unref()
      await closed
    },
  }
}

const LONGEST_MS = 2 ** 31 - 1
const CLOSE_MS = 5000
const LOOPBACK = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|localhost)$/

function requireLoopback(host: string, identity_keys: readonly string[]): void {
  if (LOOPBACK.test(host) || identity_keys.length > 0) return
  const expected =
    "a loopback address; another one needs identity_keys, because whoever reaches it moves rows"
  throw new InvalidOptionError({ option: "host", expected, got: host })
}

function listen(server: Http2Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, () => {
      const address = server.address()
      if (address === null || typeof address === "string") return reject(new Error(`${host} is no address`))
      const name = address.family === "IPv6" ? `[${address.address}]` : address.address
      resolve(`http://${name}:${address.port}`)
    })
  })
}

function loggerOf(on_log: ServeRowsOptions["on_log"]): Sdk.LoggerTransport {
  return (meta, ...told) => on_log?.(meta.level, told.map(String).join(" ").slice(0, 2000))
}
