import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { ToolResult } from "../protocol/tool.ts"
import {
  failureText,
  feedsGates,
  isContextWindowText,
  isOk,
  isRunning,
  isUnsettled,
  okContent,
} from "./outcome.ts"

const result = (fields: Record<string, unknown>): ToolResult => fields
const throwing = new Proxy(
  {},
  {
    get: () => {
      throw new Error("no")
    },
  },
) as ToolResult

describe("isOk", () => {
  it.each([
    [{ ok: true }, true],
    [{ ok: false }, false],
    [{ ok: false, success: true, status: "ok" }, false],
    [{ ok: true, success: false, status: "error" }, true],
    [{ ok: 0 }, false],
    [{ ok: "" }, false],
    [{ ok: "no" }, true],
    [{ ok: null, success: true }, true],
    [{ success: false, status: "ok" }, false],
    [{ status: "ok" }, true],
    [{ status: "success" }, true],
    [{ status: "OK" }, false],
    [{ status: "passed" }, false],
    [{}, false],
  ])("%j -> %s", (fields, ok) => {
    expect(isOk(result(fields))).toBe(ok)
  })
})

describe("isUnsettled and isRunning", () => {
  it.each(["running", "pending", "in_progress", "queued"])("%s is both", (status) => {
    expect([isUnsettled({ status }), isRunning({ status })]).toEqual([true, true])
  })
  it.each(["skipped", "deferred", "interrupted", "cancelled", "refused", "denied", "rejected_by_policy"])(
    "%s has not run",
    (status) => {
      expect([isUnsettled({ status }), isRunning({ status })]).toEqual([true, false])
    },
  )
  it.each(["ok", "error", "failed", "stale", undefined])("%s is settled", (status) => {
    expect([isUnsettled({ status }), isRunning({ status })]).toEqual([false, false])
  })
})

describe("feedsGates", () => {
  it.each([
    [{}, true],
    [{ status: "failed" }, true],
    [{ status: "advisory" }, false],
    [{ status: "bound_stale" }, false],
    [{ status: "stale" }, false],
    [{ status: "unbound" }, false],
    [{ status: "stale", feeds_gates: true }, true],
    [{ status: "failed", feedsGates: false }, false],
    [{ classification: { feedsGates: false } }, false],
    [{ diagnostic: { feeds_gates: false } }, false],
    [{ feeds_gates: true, classification: { feeds_gates: false } }, true],
    [{ feeds_gates: null, status: "stale" }, false],
  ])("%j -> %s", (fields, feeds) => {
    expect(feedsGates(result(fields))).toBe(feeds)
  })
})

describe("isContextWindowText", () => {
  it.each([
    "the Context Window is full",
    "context length exceeded",
    "context_length_exceeded",
    "this model's maximum context is",
    "over the token limit",
    "Too many tokens",
    "max_tokens is too large",
  ])("%s", (text) => {
    expect(isContextWindowText(text)).toBe(true)
    expect(isContextWindowText(`${"x".repeat(100_000)}${text}`)).toBe(true)
  })
  it.each(["", "unexpected token", "window context", "tokens"])("not %s", (text) => {
    expect(isContextWindowText(text)).toBe(false)
  })
})

describe("okContent", () => {
  it("is the first of result, output, content that is there", () => {
    expect(okContent({ result: null, output: "", content: "c" })).toBe("")
    expect(okContent({ result: 0, output: "o" })).toBe(0)
    expect(okContent({ content: ["c"] })).toEqual(["c"])
    expect(okContent({})).toBeUndefined()
  })
})

describe("failureText", () => {
  it.each([
    [{ error: "e", message: "m", result: "r" }, "e"],
    [{ error: "", message: "m" }, ""],
    [{ message: "m", result: "r" }, "m"],
    [{ result: { b: 1, a: 2 }, output: "o" }, '{"a":2,"b":1}'],
    [{ output: "o", content: "c" }, "o"],
    [{ content: "c" }, "c"],
    [{ error: new TypeError("boom") }, "boom"],
    [{ error: { message: "boom", code: 3 } }, "boom"],
    [{ error: { message: 3 } }, '{"message":3}'],
    [{ error: 42 }, "42"],
    [{ error: "short", output: "long ".repeat(100) }, "short"],
    [{}, ""],
  ])("%j -> %s", (fields, text) => {
    expect(failureText(result(fields))).toBe(text)
  })

  it("is not trimmed", () => {
    expect(failureText({ error: " e\n" })).toBe(" e\n")
  })
})

describe("every reader", () => {
  it("survives any result", () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (error, status, ok) => {
        const hostile = result({ error, status, ok })
        for (const read of [isOk, isUnsettled, isRunning, feedsGates, failureText, okContent]) {
          expect(() => read(hostile)).not.toThrow()
        }
      }),
    )
  })

  it("survives fields that throw", () => {
    expect(isOk(throwing)).toBe(false)
    expect(isUnsettled(throwing)).toBe(false)
    expect(feedsGates(throwing)).toBe(true)
    expect(failureText(throwing)).toBe("")
  })
})
