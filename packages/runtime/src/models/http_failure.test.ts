import { describe, expect, test } from "vitest"
import { kindOfStatus, retryAfterMs, systemErrorCode } from "./http_failure.ts"

describe("kindOfStatus", () => {
  test.each([
    [429, "", "rate_limit"],
    [500, "", "provider_5xx"],
    [529, "overloaded", "provider_5xx"],
    [408, "", "transient"],
    [401, "", "authentication"],
    [403, "", "authentication"],
    [400, "This model's maximum context length is 8192 tokens", "context_window"],
    [400, "context_length_exceeded", "context_window"],
    [400, "the request exceeds the available context size", "context_window"],
    [413, "prompt is too long: 210000 tokens > 200000 maximum", "context_window"],
    [422, "Please reduce the length of the messages", "context_window"],
    [400, "max_tokens is too large: 99999", "invalid_request"],
    [400, "Context missing in tool schema", "invalid_request"],
    [404, "model not found", "wrong_endpoint"],
    [407, "", "authentication"],
    [413, "", "invalid_request"],
  ])("%i %s is %s", (status, text, kind) => {
    expect(kindOfStatus(status, text)).toBe(kind)
  })
})

describe("retryAfterMs", () => {
  const now = Date.parse("2026-01-01T00:00:00Z")
  const read = (headers: Record<string, string>) => retryAfterMs((name) => headers[name], now)

  test.each([
    [{ "retry-after": "3" }, 3000],
    [{ "retry-after": "0.25" }, 250],
    [{ "retry-after": " 7 " }, 7000],
    [{ "retry-after": "-5" }, 0],
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }, 30_000],
    [{ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, 0],
    [{ "retry-after": "soon" }, null],
    [{ "retry-after": "" }, null],
    [{ "retry-after": "1e9" }, null],
    [{ "retry-after": "9".repeat(400) }, Number.MAX_SAFE_INTEGER],
    [{}, null],
    [{ "retry-after-ms": "1500.2", "retry-after": "9" }, 1501],
    [{ "retry-after-ms": "x", "retry-after": "9" }, 9000],
  ])("%j is %s", (headers, expected) => {
    expect(read(headers)).toBe(expected)
  })
})

test("systemErrorCode looks along the causes and into an aggregate, not for ever", () => {
  const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" })
  expect(systemErrorCode(new TypeError("fetch failed", { cause: refused }))).toBe("ECONNREFUSED")
  expect(systemErrorCode(new TypeError("fetch failed", { cause: new AggregateError([refused]) }))).toBe(
    "ECONNREFUSED",
  )
  expect(systemErrorCode(new Error("plain"))).toBeNull()
  expect(systemErrorCode("text")).toBeNull()
  const endless = new Error("endless")
  endless.cause = endless
  expect(systemErrorCode(endless)).toBeNull()
})
