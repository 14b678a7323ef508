import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { openAICompatible } from "../models/openai_compatible.ts"
import { type HostileRun, runHostile } from "./run.fixture.ts"

const API_KEY = "sk-hostile-0123456789"
const open: Server[] = []

afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** A server on this machine that answers as it likes; its address. */
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

async function runAgainst(answer: RequestListener, timeout_ms = 60_000): Promise<HostileRun> {
  const model = openAICompatible({
    base_url: await listen(answer),
    model: "m",
    api_key: API_KEY,
    timeout_ms,
    max_response_bytes: 64 * 1024,
  })
  const transport_retry = { max_attempts: 2, base_delay_ms: 1, max_delay_ms: 5 }
  const ran = await runHostile({ model, transport_retry })
  expect(JSON.stringify(ran)).not.toContain(API_KEY)
  return ran
}

function sse(...chunks: readonly unknown[]): string {
  return [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), "data: [DONE]\n\n"].join("")
}

const SAY = { choices: [{ index: 0, delta: { content: "done" }, finish_reason: "stop" }] }

/** Writes for as long as anybody reads. */
function forever(piece: string, type = "text/event-stream"): RequestListener {
  return (_request, response) => {
    response.writeHead(200, { "content-type": type })
    const write = (): void => {
      while (!response.destroyed && response.write(piece)) continue
    }
    response.on("drain", write)
    write()
  }
}

const once =
  (body: string, type = "text/event-stream", status = 200): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { "content-type": type }).end(body)
  }

test.each<[string, RequestListener, string]>([
  ["a stream of comments without end", forever(": still here\n\n"), "invalid_response"],
  [
    "a stream of text without end",
    forever(`data: ${JSON.stringify(SAY)}\n\n`.replace('"stop"', "null")),
    "invalid_response",
  ],
  ["one line without end", forever("x".repeat(10_000)), "invalid_response"],
  ["JSON without end", forever("[".repeat(10_000), "application/json"), "invalid_response"],
  [
    "an error page without end",
    (request, response) => {
      response.statusCode = 400
      forever("no ")(request, response)
    },
    "invalid_response",
  ],
  ["nothing at all", () => undefined, "transient"],
  ["headers and nothing else", (_request, response) => response.writeHead(200).flushHeaders(), "transient"],
  ["an image", once("\u0000\u0001\u0002", "image/png"), "wrong_endpoint"],
  ["a web page", once("<html>login</html>", "text/html"), "wrong_endpoint"],
  ["JSON as deep as it fits", once("[".repeat(60_000), "application/json"), "invalid_response"],
  ["half a reply", once('data: {"choices": [{"delta": {"cont', "text/event-stream"), "transient"],
  ["a broken connection", (request) => request.socket.destroy(), "transient"],
])("a server that sends %s ends in an error of the provider", async (_name, answer, code) => {
  const { result } = await runAgainst(answer, code === "transient" ? 500 : 60_000)
  expect(result).toMatchObject({ status: "provider_error", error: { code } })
  expect(result.error?.message.length).toBeLessThan(5000)
})

test.each([
  ["negative", { prompt_tokens: -5, completion_tokens: -1e9 }],
  ["no numbers", { prompt_tokens: "many", completion_tokens: null }],
  ["larger than any number", { prompt_tokens: 1e308, completion_tokens: 1e308 }],
  ["something else", "a lot"],
])("token counts that are %s do not count", async (_name, usage) => {
  const { result } = await runAgainst(once(sse(SAY, { choices: [], usage })))
  expect(result.status).toBe("done")
  expect([result.usage.input_tokens, result.usage.output_tokens]).toEqual([0, 0])
})

test("a redirect is not followed: another host never sees the prompt", async () => {
  const seen: string[] = []
  const elsewhere = await listen((request, response) => {
    seen.push(request.headers.authorization ?? "no key")
    response.end(sse(SAY))
  })
  for (const status of [301, 302, 303, 307, 308]) {
    const { result } = await runAgainst((_request, response) => {
      response.writeHead(status, { location: elsewhere }).end()
    })
    expect(result).toMatchObject({ status: "provider_error", error: { code: "wrong_endpoint" } })
  }
  expect(seen).toEqual([])
})

test("a wait of years is cut to the longest one that was asked for", async () => {
  let requests = 0
  const { result, events } = await runAgainst((_request, response) => {
    requests += 1
    response.writeHead(429, { "retry-after-ms": "9".repeat(30) }).end("slow down")
  })
  expect(result.error?.code).toBe("rate_limit")
  expect(requests).toBe(2)
  expect(events.filter(({ type }) => type === "model_retry")).toMatchObject([{ delay_ms: 5 }])
})
