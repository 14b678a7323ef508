import { expect, test } from "vitest"
import type { ModelErrorKind } from "../../errors/model_error.ts"
import { completionAnswer, errorAnswer, streamAnswer } from "./answer.ts"

const text = (pieces: readonly Buffer[]): string => Buffer.concat(pieces).toString()

test.each<[ModelErrorKind, number, string]>([
  ["transient", 408, "transient"],
  ["rate_limit", 429, "rate_limit"],
  ["provider_5xx", 503, "provider_5xx"],
  ["context_window", 400, "context_length_exceeded"],
  ["authentication", 401, "authentication"],
  ["invalid_request", 400, "invalid_request"],
  ["unknown", 200, "unknown"],
])("a failure of kind %s is sent with status %i", (kind, status, code) => {
  const answer = errorAnswer({ kind, message: "why" })
  expect([answer.status, JSON.parse(text(answer.pieces))]).toEqual([
    status,
    { error: { message: "why", type: kind, code } },
  ])
  expect(answer.headers).toEqual({ "content-type": "application/json" })
  expect(errorAnswer({ kind, message: "why", http_status: 499 }).status).toBe(499)
})

test("an invalid_response is a fine status with a body that is not JSON", () => {
  const { status, pieces } = errorAnswer({ kind: "invalid_response", message: "why" })
  expect([status, text(pieces)]).toEqual([200, "why"])
})

test("retry_after_ms is sent exactly, and in whole seconds", () => {
  const { headers } = errorAnswer({ kind: "rate_limit", message: "", retry_after_ms: 1200 })
  expect(headers).toMatchObject({ "retry-after-ms": "1200", "retry-after": "2" })
})

test.each([
  [{}, "stop"],
  [{ tool_calls: [{ name: "a" }] }, "tool_calls"],
  [{ parse_errors: ["bad"] }, "tool_calls"],
  [{ provider_stop_reason: "length", tool_calls: [{ name: "a" }] }, "length"],
])("%j finishes with %s", (step, reason) => {
  const finish = `"finish_reason":"${reason}"`
  expect(text(completionAnswer(step, 1, {}).pieces)).toContain(finish)
  expect(streamAnswer(step, 1, null).pieces.at(-2)?.toString()).toContain(finish)
})
