import { createServer, type IncomingMessage } from "node:http"
import { isRecord, type JsonObject } from "@proofloop/foundation/text"
import type { Turn, Wire, WireReply } from "./wires/wire.ts"

/** A request for a turn, and what it was answered. */
export interface AskedTurn {
  readonly turn: Turn
  /** Every text in the request, in order. */
  readonly texts: readonly string[]
}

export interface ModelServer {
  readonly url: string
  /** What was asked so far. */
  readonly asked: readonly AskedTurn[]
  close(): void
}

/** A model on loopback that does what `turnOf` says, turn by turn. */
export async function startModel(wire: Wire, turnOf: () => Turn): Promise<ModelServer> {
  const asked: AskedTurn[] = []
  const server = createServer((request, response) => {
    void readJson(request).then((body) => {
      const wired = { path: request.url ?? "", body }
      let reply: WireReply
      if (wire.isTurn(wired)) {
        const turn = turnOf()
        asked.push({ turn, texts: textsIn(body) })
        reply = wire.turn(turn, String(asked.length), wired)
      } else reply = wire.other(wired)
      response.writeHead(200, { "content-type": reply.content_type })
      response.end(reply.text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function readJson(request: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"))
    return isRecord(body) ? (body as JsonObject) : {}
  } catch {
    return {}
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : []
}
