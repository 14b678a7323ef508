import type { ServerResponse } from "node:http"
import { HttpError } from "../http/answer.ts"
import { ANSWER_HEADERS } from "../security/headers.ts"
import { servedJson } from "../security/served_text.ts"

export interface EventStream {
  /** Drops a client that does not read. */
  send(type: string, data: unknown, id?: string): void
  end(): void
  /** Calls it once, when the client is gone or was dropped. */
  onClose(closed: () => void): void
  readonly is_open: boolean
}

/** How many clients may listen at once. */
export interface StreamLimits {
  readonly most: number
  /** A comment after this time of silence, in milliseconds. */
  readonly silence_ms: number
}

/** What may wait to be read by one client, in bytes. */
const MOST_UNREAD = 1024 * 1024
/** After how many milliseconds a client may come back. */
const RETRY_MS = 2000

/** Opens streams, of which only so many are open at a time: a further one is refused with HttpError 503. */
export function createStreams({ most, silence_ms }: StreamLimits) {
  const open = new Set<EventStream>()
  return {
    get count(): number {
      return open.size
    },
    open(response: ServerResponse): EventStream {
      // Nothing of an answer to HEAD is sent before it ends, and a stream does not end.
      if (response.req.method === "HEAD") throw new HttpError(405, "a stream cannot be asked for with HEAD")
      if (open.size >= most) throw new HttpError(503, `${most} clients listen already`)
      const stream = openStream(response, silence_ms)
      open.add(stream)
      stream.onClose(() => open.delete(stream))
      return stream
    },
    close(): void {
      for (const stream of open) stream.end()
    },
  }
}

function openStream(response: ServerResponse, silence_ms: number): EventStream {
  response.writeHead(200, {
    ...ANSWER_HEADERS,
    "content-type": "text/event-stream; charset=utf-8",
    "x-accel-buffering": "no",
  })
  const closed = new Promise<void>((resolve) => response.once("close", resolve))
  const write = (text: string): void => {
    if (response.writableEnded || response.destroyed) return
    response.write(text)
    if (response.writableLength > MOST_UNREAD) response.destroy()
  }
  const silence = setInterval(() => write(": still here\n\n"), silence_ms)
  silence.unref()
  void closed.then(() => clearInterval(silence))
  write(`retry: ${RETRY_MS}\n\n`)
  return {
    send(type, data, id) {
      silence.refresh()
      write(`${id === undefined ? "" : `id: ${id}\n`}event: ${type}\ndata: ${servedJson(data)}\n\n`)
    },
    end: () => void response.end(),
    onClose: (listener) => void closed.then(listener),
    get is_open() {
      return !response.writableEnded && !response.destroyed
    },
  }
}
