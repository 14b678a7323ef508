import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, test } from "vitest"
import { askRaw, call, events, failure } from "./loopback.fixture.ts"
import { openAICompatible } from "./openai_compatible.ts"

describe("the key", () => {
  const api_key = "sk-secret-0123456789"
  const header = "another-secret-value"
  const options = { api_key, headers: { "x-api-key": header, "x-token": `Token ${header}-two` } }
  const echo = `bad key ${api_key} and ${header} and ${header}-two`

  test.each([
    [
      "an error body",
      () => askRaw([JSON.stringify({ error: { message: echo } })], { ...options, status: 401 }),
    ],
    ["a text body", () => askRaw([echo], { ...options, status: 500 })],
    ["an error in a stream", () => askRaw(events({ error: { message: echo } }), options)],
    ["a broken event", () => askRaw([`data: ${echo}\n\n`], options)],
    ["a content type", () => askRaw(["x"], { ...options, content_type: `text/${api_key}` })],
    [
      "a fetch that fails",
      () =>
        call(openAICompatible({ base_url: "http://h.invalid/v1", model: "m", ...options, fetch: rejecting })),
    ],
  ])("is in no part of the error for %s", async (_, attempt) => {
    const error = await failure(attempt())
    expect(error.message).toContain("[redacted]")
    const everything = JSON.stringify([
      error.message,
      error.stack,
      String(error.cause),
      Object.entries(error),
    ])
    expect(everything).not.toContain(api_key)
    expect(everything).not.toContain(header)
  })

  const rejecting: typeof fetch = async (_, init) => {
    throw Object.assign(new TypeError(`cannot send ${JSON.stringify([...new Headers(init?.headers)])}`), {
      init,
    })
  }

  test("is not cut in half where the message ends", async () => {
    const { message } = await failure(askRaw([`data: ${"x".repeat(492)}${api_key} and more\n\n`], options))
    expect(message).toMatch(/x\[red[act]*…$/)
    expect(message).not.toContain(api_key.slice(0, 4))
  })
})

test.each([
  ["http://elsewhere.invalid/steal?k=1", " to http://elsewhere.invalid;"],
  ["/login", "redirects;"],
])("a redirect to %s is not followed, and the error names only where it leads", async (location, words) => {
  const reached: string[] = []
  const server = createServer((request, response) => {
    reached.push(request.url ?? "")
    response.writeHead(307, { location }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const error = await failure(call(openAICompatible({ base_url: `http://127.0.0.1:${port}/v1`, model: "m" })))
  server.closeAllConnections()
  server.close()
  expect(error).toMatchObject({ kind: "wrong_endpoint", http_status: 307 })
  expect(error.message).toContain(words)
  expect(reached).toEqual(["/v1/chat/completions"])
})
