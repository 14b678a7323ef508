import { createHash, timingSafeEqual } from "node:crypto"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { thrownMessage } from "@proofloop/foundation/errors"
import type { HookFlags } from "../entry/flags.ts"
import { handleInput, type HandleOptions } from "../entry/handle_input.ts"
import { note } from "../entry/notes.ts"
import type { FoldSettings } from "../events/fold_settings.ts"
import { HOST_NAMES, type HostName } from "../events/host_event.ts"
import type { Fold } from "../fold/fold.ts"
import type { HostAdapter } from "../hosts/host_adapter.ts"
import { storedSnapshots } from "../state/session_log.ts"
import { createSessionMemory } from "../state/session_memory.ts"

export interface HookServerOptions {
  /** The settings for every host; the host comes from the path. Commands come only from here, never from a request. */
  readonly flags: Omit<HookFlags, "host">
  /** The required header `x-proofloop-token`, which a browser page on the same machine does not know. */
  readonly token: string
  /** Default 0: any that is free. */
  readonly port?: number | undefined
  readonly home: string
  readonly version: string
  readonly adapterOf: (host: HostName) => HostAdapter
  readonly createFold: (settings: FoldSettings) => Fold
}

export interface HookServer {
  /** Where hosts post to: `<url>/<host>`. */
  readonly url: string
  close(): Promise<void>
}

const LOOPBACK = "127.0.0.1"
const MAX_INPUT = 64 * 1024 * 1024
/** Sessions held in memory, some 10 KB each. */
const MAX_SESSIONS = 1000
/** Folds held: one for each folder that somebody works in. */
const MAX_FOLDS = 100

/**
 * Answers hooks over HTTP on loopback, without a process for each event: a host posts its input to `/HOST` and gets
 * the answer. With the right token every error is answered with 200 and `{}`, which lets the host through. Rejects
 * when the port is taken.
 */
export async function startHookServer(options: HookServerOptions): Promise<HookServer> {
  // One after another for each session, so that each reads the last write.
  const memory = createSessionMemory(storedSnapshots, MAX_SESSIONS)
  const createFold = remembered(options.createFold)
  const loadFold = () => createFold
  const server = createServer((request, response) => {
    answer(request, { ...options, snapshots: memory, loadFold }).then(
      ({ status, body }) => send(response, status, body),
      (error: unknown) => {
        note(options.home, `serve: ${thrownMessage(error)}`)
        send(response, 200, "{}")
      },
    )
  })
  const port = await listen(server, options.port ?? 0)
  return {
    url: `http://${LOOPBACK}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          memory.flush()
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

/** Making a fold takes longer than stepping it. */
function remembered(createFold: HookServerOptions["createFold"]): HookServerOptions["createFold"] {
  const folds = new Map<string, Fold>()
  return (settings) => {
    const key = JSON.stringify(settings)
    const known = folds.get(key)
    if (known !== undefined) return known
    const [oldest] = folds.keys()
    if (folds.size >= MAX_FOLDS && oldest !== undefined) folds.delete(oldest)
    const made = createFold(settings)
    folds.set(key, made)
    return made
  }
}

interface Answer {
  readonly status: number
  readonly body: string
}

async function answer(
  request: IncomingMessage,
  options: HookServerOptions & Pick<HandleOptions, "snapshots" | "loadFold">,
): Promise<Answer> {
  if (request.method !== "POST") return { status: 405, body: "{}" }
  if (!isSame(String(request.headers["x-proofloop-token"] ?? ""), options.token))
    return { status: 403, body: "{}" }
  const host = HOST_NAMES.find((name) => request.url === `/${name}`)
  if (host === undefined) return { status: 404, body: "{}" }
  const text = await readBody(request)
  if (text === null) return { status: 413, body: "{}" }
  const { home, version, snapshots, loadFold } = options
  const flags = { ...options.flags, host }
  const reply = await handleInput(JSON.parse(text), {
    flags,
    adapter: options.adapterOf(host),
    home,
    version,
    snapshots,
    loadFold,
  })
  return { status: 200, body: JSON.stringify(reply ?? {}) }
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > MAX_INPUT) return null
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString("utf8")
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  })
  response.end(body)
}

function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, LOOPBACK, () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : port)
    })
  })
}
