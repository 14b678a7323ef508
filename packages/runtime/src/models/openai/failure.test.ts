import { describe, expect, test } from "vitest"
import { errorOfPayload, errorOfResponse, errorOfTransport } from "./failure.ts"

describe("errorOfTransport", () => {
  const reset = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" })

  test.each([
    [new TypeError("fetch failed", { cause: reset }), "no answer: fetch failed (ECONNRESET)"],
    [
      new TypeError("fetch failed", { cause: new Error("bad port") }),
      "no answer: fetch failed: fetch never connects to this port, which belongs to another protocol; use another one",
    ],
    [reset, "no answer: read ECONNRESET"],
    [new Error("odd"), "no answer: odd"],
    ["a text", "no answer: a text"],
  ])("%s is told with its code, once", (thrown, message) => {
    const error = errorOfTransport(thrown, "no answer")
    expect(error).toMatchObject({ kind: "transient", message, http_status: null })
    expect(error.cause).toBeUndefined()
  })
})

test("errorOfResponse tells the status alone when there is no body", () => {
  const response = new Response(null, { status: 502, statusText: "Bad Gateway" })
  expect(errorOfResponse(response, " ").message).toBe("502 Bad Gateway")
  expect(errorOfResponse(new Response(null, { status: 502 }), "{}").message).toBe("502: {}")
})

test.each([
  [399, null],
  [400, 400],
  [599, 599],
  [600, null],
  [404.5, null],
])("errorOfPayload takes code %d for the status %s", (code, http_status) => {
  expect(errorOfPayload({ code })).toMatchObject({
    http_status,
    message: `the provider reports an error: ${code}`,
  })
})
