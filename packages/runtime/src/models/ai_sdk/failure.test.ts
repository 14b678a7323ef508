import { APICallError, JSONParseError, LoadAPIKeyError } from "ai"
import { describe, expect, test } from "vitest"
import { fromAiSdk } from "../from_ai_sdk.ts"
import { call, failure } from "../loopback.fixture.ts"
import { shaped } from "./shaped.fixture.ts"

describe("a failure", () => {
  const api = (fields: object) =>
    new APICallError({ message: "it failed", url: "http://x", requestBodyValues: {}, ...fields })

  test.each([
    [api({ statusCode: 429, responseHeaders: { "retry-after": "2" } }), "rate_limit", 429, 2000],
    [api({ statusCode: 503 }), "provider_5xx", 503, null],
    [api({ statusCode: 401 }), "authentication", 401, null],
    [api({ statusCode: 400 }), "invalid_request", 400, null],
    [api({ statusCode: 409 }), "transient", 409, null],
    [
      api({ statusCode: 400, responseBody: '{"code":"context_length_exceeded"}' }),
      "context_window",
      400,
      null,
    ],
    [api({ isRetryable: true }), "transient", null, null],
    [api({ statusCode: 200, isRetryable: false }), "unknown", 200, null],
    [new JSONParseError({ text: "x", cause: new Error("x") }), "invalid_response", null, null],
    [new LoadAPIKeyError({ message: "no key" }), "authentication", null, null],
    [new TypeError("fetch failed"), "transient", null, null],
    [Object.assign(new Error("reset"), { code: "ECONNRESET" }), "transient", null, null],
    [
      new Error("x", { cause: Object.assign(new Error("y"), { code: "UND_ERR_SOCKET" }) }),
      "transient",
      null,
      null,
    ],
    [new Error("the context window is full"), "context_window", null, null],
    [new Error("whatever"), "unknown", null, null],
    ["a string", "unknown", null, null],
    [undefined, "unknown", null, null],
  ])("%s is told as %s", async (thrown, kind, http_status, retry_after_ms) => {
    const model = shaped("v3", () => {
      throw thrown
    })
    const error = await failure(call(fromAiSdk(model)))
    expect(error).toMatchObject({ kind, http_status, retry_after_ms })
    expect(error.cause).toBe(thrown)
    expect(error.message).toBe(thrown instanceof Error ? thrown.message : String(thrown))
  })
})
