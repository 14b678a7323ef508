import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { thrownMessage } from "@proofloop/foundation/errors"
import { systemClock } from "@proofloop/foundation/process"
import { jsonOrText } from "@proofloop/foundation/text"
import type { ScriptedStep } from "../../models/script/step.ts"
import { completionAnswer, errorAnswer, streamAnswer, type LoopbackAnswer } from "./answer.ts"
import { deliver } from "./delivery.ts"
import {
  loopbackSettings,
  type LoopbackModelServerOptions,
  type LoopbackRequest,
  type LoopbackSettings,
} from "./options.ts"

export type { LoopbackFault, LoopbackModelServerOptions, LoopbackRequest } from "./options.ts"

export interface LoopbackModelServer {
  /** The `base_url` of a client: `http://127.0.0.1:<port>/v1`. */
  readonly url: string
  /** The last 1000 requests, in order. */
  readonly requests: readonly LoopbackRequest[]
  /** Drops every connection and resolves when the port is free. May be called again. */
  close(): Promise<void>
}

const MAX_REQUESTS_KEPT = 1000
const MAX_BODY_BYTES = 16 * 1024 * 1024

/**
 * Starts a real HTTP server on 127.0.0.1 that speaks OpenAI's chat completions API, streaming and not, and follows a
 * script. Throws `InvalidOptionError` for a bad option; rejects when the port is taken.
 */
export async function startLoopbackModelServer(
  options: LoopbackModelServerOptions,
): Promise<LoopbackModelServer> {
  const settings = loopbackSettings(options)
  const requests: LoopbackRequest[] = []
  const closing = new AbortController()
  let received = 0
  let answered = 0

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming)
    received += 1
    requests.push(request)
    if (requests.length > MAX_REQUESTS_KEPT) requests.shift()
    const number = received
    const fault = settings.faults.find((one) => one.request === number || one.request === "every")
    const turn = answered + 1
    if (!fault) answered = turn
    await deliver(
      response,
      await answerOf(settings, request, turn, closing.signal),
      fault,
      settings.chunk_size,
    )
  }

  const server = createServer((incoming, response) => {
    // The client left, or the server closes, so there is nobody to answer.
    handle(incoming, response).catch(() => response.destroy())
  })
  const port = await listen(server, settings.port)
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    async close() {
      closing.abort()
      if (!server.listening) return
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

async function answerOf(
  settings: LoopbackSettings,
  request: LoopbackRequest,
  turn: number,
  closing: AbortSignal,
): Promise<LoopbackAnswer> {
  if (request.method !== "POST" || !request.path.endsWith("/chat/completions")) {
    return errorAnswer({
      kind: "invalid_request",
      message: `no such route: ${request.method} ${request.path}`,
      http_status: 404,
    })
  }
  let step: ScriptedStep
  try {
    step = await settings.stepOf(request, turn)
  } catch (error) {
    return errorAnswer({
      kind: "invalid_request",
      message: thrownMessage(error),
    })
  }
  if (step.delay_ms) await systemClock.sleep(step.delay_ms, closing)
  if (step.throws) return errorAnswer(step.throws)
  const usage = wireUsage(step, request.body)
  if (fieldOf(request.body, "stream") !== true) return completionAnswer(step, turn, usage)
  const wants_usage = fieldOf(fieldOf(request.body, "stream_options"), "include_usage") === true
  return streamAnswer(step, turn, wants_usage ? usage : null)
}

function wireUsage(step: ScriptedStep, body: unknown): { [name: string]: number } {
  const sent = JSON.stringify([fieldOf(body, "messages"), fieldOf(body, "tools")])
  const said = (step.text ?? "") + (step.tool_calls ? JSON.stringify(step.tool_calls) : "")
  const prompt_tokens = step.usage?.input_tokens ?? Math.ceil(sent.length / 4)
  const completion_tokens = step.usage?.output_tokens ?? Math.ceil(said.length / 4)
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
}

async function readRequest(incoming: IncomingMessage): Promise<LoopbackRequest> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of incoming) {
    const buffer = Buffer.from(part)
    bytes += buffer.byteLength
    if (bytes > MAX_BODY_BYTES) throw new Error("request too large")
    parts.push(buffer)
  }
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  )
  return {
    method: incoming.method ?? "",
    path: incoming.url ?? "",
    headers,
    body: jsonOrText(Buffer.concat(parts).toString()),
  }
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", resolve)
  })
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : port
}
