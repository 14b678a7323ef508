import type { IncomingMessage } from "node:http"
import { HttpError } from "./answer.ts"

const MAX_BYTES = 64 * 1024

/** The JSON a request carries. Rejects with HttpError for another kind, for more than 64 KiB, and for none. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const type = request.headers["content-type"] ?? ""
  // A form of another site cannot send this type without being asked about first.
  if (!/^application\/json(?:;|$)/.test(type)) throw new HttpError(415, "the body has to be application/json")
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new HttpError(413, `the body is longer than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown
  } catch {
    throw new HttpError(400, "the body is not JSON")
  }
}
