import type { ServerResponse } from "node:http"
import { setImmediate as nextTurn } from "node:timers/promises"
import type { LoopbackAnswer } from "./answer.ts"
import type { LoopbackFault } from "./options.ts"

/** Sends an answer with its fault, in writes of at most `chunk_size` bytes; ends quietly when the client has left. */
export async function deliver(
  response: ServerResponse,
  answer: LoopbackAnswer,
  fault: LoopbackFault | undefined,
  chunk_size: number,
): Promise<void> {
  const faulty = fault ? withFault(answer, fault) : answer
  const cut =
    fault && CUTTING.has(fault.kind) ? (fault.after_bytes ?? Math.floor(sizeOf(faulty.pieces) / 2)) : null
  if (cut !== 0) {
    response.writeHead(faulty.status, faulty.headers)
    const pieces = rechunked(
      cut === null ? faulty.pieces : [Buffer.concat(faulty.pieces).subarray(0, cut)],
      chunk_size,
    )
    await writePieces(response, pieces)
  }
  if (fault?.kind === "reset") response.socket?.resetAndDestroy()
  else if (fault?.kind !== "stall") response.end()
}

const CUTTING: ReadonlySet<LoopbackFault["kind"]> = new Set(["reset", "cut", "stall"])

function withFault(answer: LoopbackAnswer, fault: LoopbackFault): LoopbackAnswer {
  const retry: Record<string, string> =
    fault.retry_after === undefined ? {} : { "retry-after": String(fault.retry_after) }
  const more = { ...retry, ...fault.headers }
  switch (fault.kind) {
    case "status": {
      const body = JSON.stringify({ error: { message: "injected fault", type: "injected" } })
      const headers = { "content-type": "application/json", ...more }
      return { status: fault.status ?? 500, headers, pieces: [Buffer.from(body)] }
    }
    case "malformed_json":
      return { ...answer, pieces: answer.pieces.map(halved) }
    case "content_type":
      return { ...answer, headers: { ...answer.headers, "content-type": fault.content_type ?? "text/html" } }
    case "body": {
      const headers = { "content-type": fault.content_type ?? "application/json", ...more }
      return {
        status: fault.status ?? 200,
        headers,
        pieces: (fault.chunks ?? []).map((chunk) => Buffer.from(chunk)),
      }
    }
    case "reset":
    case "cut":
    case "stall":
      return answer
  }
}

/** Half of a piece; an event keeps the blank line that ends it. */
function halved(piece: Buffer): Buffer {
  const half = piece.subarray(0, Math.floor(piece.byteLength / 2))
  return piece.toString().endsWith("\n\n") ? Buffer.concat([half, Buffer.from("\n\n")]) : half
}

function sizeOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
}

function rechunked(pieces: readonly Buffer[], size: number): readonly Buffer[] {
  if (!Number.isFinite(size)) return pieces
  const whole = Buffer.concat(pieces)
  const chunks: Buffer[] = []
  for (let at = 0; at < whole.byteLength; at += size) chunks.push(whole.subarray(at, at + size))
  return chunks
}

async function writePieces(response: ServerResponse, pieces: readonly Buffer[]): Promise<void> {
  for (const piece of pieces) {
    if (response.destroyed) return
    if (!response.write(piece)) await drained(response)
    // A turn of the event loop keeps two writes two packets.
    await nextTurn()
  }
}

async function drained(response: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      response.off("drain", done)
      response.off("close", done)
      resolve()
    }
    response.once("drain", done)
    response.once("close", done)
  })
}
