import type { IncomingMessage } from "node:http"

/** Why a request is not answered. */
export class HttpRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = "HttpRefusal"
    this.status = status
  }
}

const MAX_BODY_BYTES = 256 * 1024

/** The JSON body of a request, at most 256 KiB. Throws HttpRefusal. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
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
export function refuseForeign({ headers }: IncomingMessage, host: string): void {
  if (!LOCAL.has(host)) return
  const asked = (headers.host ?? "").replace(/:\d{1,5}$/, "").replace(/^\[(.{1,64})\]$/, "$1")
  if (!LOCAL.has(asked)) throw new HttpRefusal(403, "this server answers to its own address only")
  const origin = headers.origin
  if (origin !== undefined && !/^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/.test(origin)) {
    throw new HttpRefusal(403, "pages of other sites are not answered")
  }
}

const LOCAL: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "::1"])
