import { InvalidOptionError, numberOption } from "@proofloop/foundation/errors"
import { createStreams } from "./events/event_stream.ts"
import { createFeed } from "./events/feed.ts"
import { type HttpServer, startServer } from "./http/server.ts"
import { createProcessList, type ProcessOptions } from "./processes/process_list.ts"
import { type AgentPages, pageRoutes } from "./routes/page_routes.ts"
import { processRoutes } from "./routes/process_routes.ts"
import { rowRoutes } from "./routes/row_routes.ts"
import { requireUsableToken } from "./security/token.ts"
import { overviewOf } from "./sources/overview.ts"
import type { RowSource } from "./sources/source.ts"

export interface CockpitOptions {
  /** At least one, each with another name. */
  readonly sources: readonly RowSource[]
  readonly title: string
  /** Default 0: a free one. */
  readonly port?: number | undefined
  /** Default "127.0.0.1". With an address that other machines reach, reading needs the token as well. */
  readonly host?: string | undefined
  /** Without it nothing can be changed. At least 16 characters. */
  readonly token?: string | undefined
  /** Milliseconds between two looks at the sources while somebody listens. Default 1000. */
  readonly poll_ms?: number | undefined
  /** Streams of events that may be open at once. Default 64. */
  readonly max_clients?: number | undefined
  /** Milliseconds of silence after which a stream gets a comment. Default 15 000. */
  readonly silence_ms?: number | undefined
  /** How processes of proofloop are started for those who may act. Default: none can be. */
  readonly processes?: ProcessOptions | undefined
  /** Pages about agents, beside those of rows. Default: none, and "/" is the inbox. */
  readonly agent_pages?: AgentPages | undefined
  /** Gets errors that no client is told. */
  readonly on_error?: ((error: unknown) => void) | undefined
}

export interface Cockpit {
  /** With a "/" at its end, and without the token. */
  readonly url: string
  /** Ends the server, its open requests and the processes that it started. */
  close(): Promise<void>
}

/** Serves the page and what it shows. Rejects with InvalidOptionError. */
export async function startCockpit(options: CockpitOptions): Promise<Cockpit> {
  const { sources, title, token, host = "127.0.0.1", on_error = () => undefined } = options
  requireSources(sources)
  if (token !== undefined) requireUsableToken(token)
  const feed = createFeed(sources, {
    poll_ms: numberOption("poll_ms", options.poll_ms ?? 1000, 1, 600_000),
    on_error,
  })
  const streams = createStreams({
    most: numberOption("max_clients", options.max_clients ?? 64, 1, 200),
    silence_ms: numberOption("silence_ms", options.silence_ms ?? 15_000, 10, 600_000),
  })
  const processes = createProcessList(options.processes ?? { program: [], cwd: ".", env: {} })
  const overview = overviewOf(sources, on_error)
  const shared = { sources, title, overview, has_token: token !== undefined }
  const server: HttpServer = await startServer({
    routes: [
      ...pageRoutes({ ...shared, host, agent_pages: options.agent_pages }),
      ...rowRoutes({ ...shared, feed, streams }),
      ...processRoutes({ ...shared, processes, streams }),
    ],
    host,
    port: numberOption("port", options.port ?? 0, 0, 65_535),
    token: token ?? null,
    on_error,
  })
  return {
    url: server.url,
    async close() {
      feed.close()
      streams.close()
      await server.close()
      await processes.close()
    },
  }
}

function requireSources(sources: readonly RowSource[]): void {
  const names = sources.map(({ name }) => name)
  const is_fine =
    names.length > 0 &&
    new Set(names).size === names.length &&
    names.every((name) => /^[a-z][a-z0-9-]{0,31}$/.test(name))
  if (is_fine) return
  throw new InvalidOptionError({
    option: "sources",
    expected: "one or more, each with another name of lower-case letters, digits and -",
    got: names,
  })
}
