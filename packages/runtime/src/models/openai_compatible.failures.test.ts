import { describe, expect, test } from "vitest"
import type { LoopbackFault } from "../testing/loopback/model_server.ts"
import { ask, askRaw, call, delta, events, failure, HELLO, withServer } from "./loopback.fixture.ts"
import { openAICompatible } from "./openai_compatible.ts"

const SCRIPT = [{ text: "a text of some length, so that a half of it is something" }]

async function failWith(fault: Omit<LoopbackFault, "request">, stream = true) {
  return failure(ask({ script: SCRIPT, faults: [{ request: 1, ...fault }] }, { stream }))
}

describe("an error status", () => {
  test.each([
    [429, "rate_limit"],
    [500, "provider_5xx"],
    [503, "provider_5xx"],
    [408, "transient"],
    [401, "authentication"],
    [403, "authentication"],
    [402, "authentication"],
    [404, "wrong_endpoint"],
    [405, "wrong_endpoint"],
    [410, "wrong_endpoint"],
    [400, "invalid_request"],
    [413, "invalid_request"],
    [422, "invalid_request"],
  ])("%i is %s", async (status, kind) => {
    const error = await failWith({ kind: "status", status })
    expect(error).toMatchObject({ kind, http_status: status, retry_after_ms: null })
    expect(error.message).toMatch(
      new RegExp(`^POST http://127.0.0.1:\\d+/v1/chat/completions: ${status} .*injected fault$`),
    )
  })

  test("Retry-After in seconds and as a date", async () => {
    expect(await failWith({ kind: "status", status: 429, retry_after: 3 })).toMatchObject({
      retry_after_ms: 3000,
    })
    const date = new Date(Date.now() + 60_000).toUTCString()
    const { retry_after_ms } = await failWith({ kind: "status", status: 503, retry_after: date })
    expect(retry_after_ms).toBeGreaterThan(55_000)
    expect(retry_after_ms).toBeLessThanOrEqual(60_000)
  })

  test.each([
    ['{"error":{"message":"too long","code":"context_length_exceeded"}}', "context_window"],
    ['{"error":"the prompt exceeds the context window"}', "context_window"],
    ['[{"error":{"message":"too long","code":"context_length_exceeded"}}]', "context_window"],
    ['{"detail":"maximum context length is 10"}', "context_window"],
    ["maximum context length is 10", "context_window"],
    ['{"error":{"message":"unknown field"}}', "invalid_request"],
    ['{"error":{"message":"no such model","code":"model_not_found"}}', "wrong_endpoint"],
    ["", "invalid_request"],
    ["<html>".repeat(100_000), "invalid_request"],
  ])("400 with %.40s is %s", async (body, kind) => {
    const error = await failure(askRaw([body], { status: 400, content_type: "text/plain" }))
    expect(error).toMatchObject({ kind, http_status: 400 })
    expect(error.message.length).toBeLessThan(700)
  })

  test.each([
    '{"error":{"message":"why"}}',
    '[{"error":{"message":"why"}}]',
    '{"detail":"why"}',
    '{"error":"why"}',
    "why",
  ])("%s is told in words", async (body) => {
    expect((await failure(askRaw([body], { status: 404 }))).message).toMatch(/: 404 Not Found: why$/)
  })

  test("the failures of a script arrive as they were written", async () => {
    const kinds = [
      "transient",
      "rate_limit",
      "provider_5xx",
      "context_window",
      "authentication",
      "invalid_request",
      "invalid_response",
      "wrong_endpoint",
      "unknown",
    ] as const
    const steps = kinds.map((kind) => ({
      throws: { kind, message: "scripted failure", retry_after_ms: 1500 },
    }))
    await withServer({ script: steps }, async ({ url }) => {
      for (const kind of kinds) {
        const error = await failure(call(openAICompatible({ base_url: url, model: "m" })))
        expect(error).toMatchObject({ kind })
        expect(error.message).toContain("scripted failure")
        expect(error.retry_after_ms).toBe(error.http_status === null || error.http_status < 400 ? null : 1500)
      }
    })
  })
})

describe("an error object", () => {
  test.each([
    [{ message: "slow down", code: 429 }, "rate_limit", 429],
    [{ message: "x", code: "502" }, "provider_5xx", 502],
    [{ message: "x", status: 400 }, "invalid_request", 400],
    [{ message: "x", code: "busy", status: 503 }, "provider_5xx", 503],
    [{ message: "x", code: 200 }, "unknown", null],
    [{ message: "x", status: "UNAVAILABLE" }, "provider_5xx", null],
    [{ message: "x", type: "server_error" }, "provider_5xx", null],
    [{ message: "x", type: "overloaded_error" }, "provider_5xx", null],
    [{ message: "x", code: "rate_limit_exceeded" }, "rate_limit", null],
    [
      { message: "x", code: "context_length_exceeded", type: "invalid_request_error" },
      "context_window",
      null,
    ],
    [{ message: "x", type: "authentication_error" }, "authentication", null],
    [{ message: "x", type: "invalid_request_error" }, "invalid_request", null],
    [{ message: "x" }, "unknown", null],
    ["plain text", "unknown", null],
    [true, "unknown", null],
  ])("%j is %s, in a stream and alone", async (error, kind, http_status) => {
    const streamed = events(delta({ content: "a" }), { error })
    expect(await failure(askRaw(streamed))).toMatchObject({ kind, http_status })
    const alone = askRaw([JSON.stringify({ error })], { content_type: "application/json", stream: false })
    expect(await failure(alone)).toMatchObject({ kind, http_status })
  })

  test.each([
    ['{"message":"boom","type":"server_error"}', "provider_5xx"],
    ['{"error":{"message":"boom","type":"server_error"}}', "provider_5xx"],
    ['{"error":null,"message":"boom"}', "unknown"],
    ['"boom"', "unknown"],
  ])("an event of type error may hold %s", async (data, kind) => {
    const error = await failure(askRaw([`event: error\ndata: ${data}\n\n`]))
    expect(error.kind).toBe(kind)
    expect(error.message).toMatch(/reports an error: boom$/)
  })
})

describe("a broken reply", () => {
  test.each([true, false])("a connection reset in the middle is transient (stream %s)", async (stream) => {
    expect(await failWith({ kind: "reset" }, stream)).toMatchObject({ kind: "transient" })
    expect(await failWith({ kind: "reset", after_bytes: 0 }, stream)).toMatchObject({ kind: "transient" })
  })

  test("a stream that ends early, in good order, is transient", async () => {
    const error = await failWith({ kind: "cut" })
    expect(error.kind).toBe("transient")
    expect(error.message).toContain("ended before the reply was complete")
    expect(await failWith({ kind: "cut", after_bytes: 1 })).toMatchObject({ kind: "transient" })
    expect(await failure(askRaw([]))).toMatchObject({ kind: "transient" })
    expect(await failure(askRaw(["data: [DONE]\n\n"]))).toMatchObject({ kind: "transient" })
  })

  test("a body that ends early without a stream is invalid_response", async () => {
    expect(await failWith({ kind: "cut" }, false)).toMatchObject({ kind: "invalid_response" })
  })

  test("the field that is wrong is named", async () => {
    const chunk = { choices: [{ delta: { tool_calls: "x" } }] }
    expect((await failure(askRaw(events(chunk)))).message).toMatch(
      /: not a chat completion \(choices\.0\.delta\.tool_calls: .*array.*\)$/,
    )
    expect((await failure(askRaw(events(42)))).message).toMatch(
      /: not a chat completion \(Invalid .*object.*\)$/,
    )
  })

  test("the broken event of a stream is named", async () => {
    const error = await failure(askRaw([events(delta({ content: "a" }))[0] ?? "", "data: {oops}\n\n"]))
    expect(error.message).toMatch(/: event 2 is not JSON: \{oops\}$/)
  })

  test("no prefix of a stream passes for a reply", async () => {
    const whole = events(
      delta({ content: "hello" }),
      delta({ tool_calls: [{ index: 0, id: "c", function: { name: "f", arguments: '{"a":1}' } }] }),
      delta({}, "tool_calls"),
    ).join("")
    const finished = whole.indexOf('"finish_reason":"tool_calls"')
    const kinds = new Set<string>()
    for (let end = 0; end < finished; end += 7) kinds.add((await failure(askRaw([whole.slice(0, end)]))).kind)
    expect([...kinds]).toEqual(["transient"])
  })

  test.each([true, false])("malformed JSON is invalid_response (stream %s)", async (stream) => {
    const error = await failWith({ kind: "malformed_json" }, stream)
    expect(error).toMatchObject({ kind: "invalid_response", http_status: 200 })
    expect(error.message).toMatch(stream ? /: event 1 is not JSON: \{"id"/ : /: the body is not JSON: \{"id"/)
  })

  test.each([
    ["a number", "42", "application/json"],
    ["no choices", "{}", "application/json"],
    ["empty choices", '{"choices":[]}', "application/json"],
    ["wrong choices", '{"choices":{"message":1}}', "application/json"],
    ["a stream of numbers", "data: 42\n\n", "text/event-stream"],
    ["content that is a number", 'data: {"choices":[{"delta":{"content":7}}]}\n\n', "text/event-stream"],
    ["calls that are text", 'data: {"choices":[{"delta":{"tool_calls":"x"}}]}\n\n', "text/event-stream"],
    ["nothing", "", "application/json"],
  ])("%s is invalid_response that names the content type", async (_, body, content_type) => {
    const error = await failure(askRaw([body], { content_type }))
    expect(error.kind).toBe("invalid_response")
    expect(error.message).toContain(content_type)
  })

  test("a page of a proxy, and a redirect, come from no model", async () => {
    const page = await failure(askRaw(["<html><body>Sign in</body></html>"], { content_type: "text/html" }))
    expect(page).toMatchObject({ kind: "wrong_endpoint", http_status: 200 })
    expect(page.message).toContain("text/html")
    expect(await failure(askRaw([], { status: 302 }))).toMatchObject({ kind: "wrong_endpoint" })
  })
})

test("a server that is not there is transient and named", async () => {
  const { url } = await withServer({ script: SCRIPT }, async (server) => server)
  const error = await failure(call(openAICompatible({ base_url: url, model: "m" })))
  expect(error).toMatchObject({ kind: "transient", http_status: null })
  expect(error.message).toContain(url)
})

test("a failed request leaves its step to the retry", async () => {
  const faults = [
    { request: 1, kind: "status" as const },
    { request: 2, kind: "reset" as const },
  ]
  await withServer({ script: SCRIPT, faults }, async ({ url }) => {
    const model = openAICompatible({ base_url: url, model: "m" })
    expect((await failure(call(model))).kind).toBe("provider_5xx")
    expect((await failure(call(model))).kind).toBe("transient")
    expect((await call(model, HELLO)).text).toBe(SCRIPT[0]?.text)
  })
})
