import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { onTestFinished } from "vitest"
import type { ObservationLedger } from "./ledger.ts"

/** Listens until the test ends; its address. */
export async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1")
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise((resolve) => server.once("listening", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A gateway that keeps what is reported in a ledger, and tells it again; its address. */
export function gatewayOver(ledger: ObservationLedger): Promise<string> {
  return listening((request, response) => void answer(ledger, request, response))
}

async function answer(
  ledger: ObservationLedger,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://local")
  if (request.method === "POST") {
    await ledger.append(JSON.parse(await text(request)))
    response.writeHead(201).end(JSON.stringify({ id: 1 }))
    return
  }
  const { observations } = await ledger.query({
    since: searchParams.get("since") ?? "24h",
    limit: Number(searchParams.get("limit") ?? "20"),
    repository: searchParams.get("repository") ?? undefined,
  })
  response.writeHead(pathname === "/repo/agent-log" ? 200 : 404).end(JSON.stringify(observations))
}
