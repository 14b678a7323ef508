import { describe, expect, test } from "vitest"
import type { ModelRequest } from "../protocol/model.ts"
import { HELLO } from "./loopback.fixture.ts"
import { composeReply, type DraftCall, type ReplyDraft } from "./reply.ts"

function compose(draft: Partial<ReplyDraft>, request: ModelRequest = HELLO) {
  return composeReply(
    { text: "", calls: [], finish_reason: null, usage: undefined, ...draft },
    request,
    undefined,
  )
}

function callOf(text: unknown, fields: Partial<DraftCall> = {}): DraftCall {
  return { id: "id", name: "edit", arguments: text, ...fields }
}

describe("arguments", () => {
  test.each([
    ['{"a":1}', { a: 1 }],
    ["", {}],
    ["  ", {}],
    ["null", {}],
    [null, {}],
    [undefined, {}],
    [{ a: 1 }, { a: 1 }],
  ])("%j are read", (given, expected) => {
    expect(compose({ calls: [callOf(given)] }).tool_calls).toEqual([
      { id: "id", name: "edit", arguments: expected },
    ])
  })

  test.each([
    ['{"a":', "not valid JSON"],
    ["oops", "not valid JSON"],
    ['{"a":1}{"b":2}', "not valid JSON"],
    ["[1]", "not a JSON object (got a list)"],
    ["7", "not a JSON object (got a number)"],
    ['"{}"', "not a JSON object (got a string)"],
    [[1], "not a JSON object (got a list)"],
  ])("%j drop the call and say so", (given, problem) => {
    const reply = compose({ calls: [callOf(given), callOf("{}", { id: "next", name: "read" })] })
    expect(reply.tool_calls.map((call) => call.name)).toEqual(["read"])
    expect(reply.parse_errors).toHaveLength(1)
    expect(reply.parse_errors?.[0]).toContain(
      `The call of tool "edit" was dropped: its arguments are ${problem}`,
    )
    expect(reply.provider_stop_reason).toBe("tool_calls")
  })

  test("a cut reply is named as the cause", () => {
    const reply = compose({ calls: [callOf('{"text":"abc')], finish_reason: "length" })
    expect(reply.parse_errors?.[0]).toMatch(/cut at its output limit\.$/)
    expect(compose({ calls: [callOf('{"text":"abc')] }).parse_errors?.[0]).not.toContain("output limit")
  })

  test("a call without a name is dropped and told", () => {
    expect(compose({ calls: [callOf("{}", { name: "" })] })).toMatchObject({
      tool_calls: [],
      parse_errors: ["A tool call was dropped: it names no tool."],
    })
  })

  test("a reply without trouble has no parse_errors", () => {
    expect(compose({ calls: [callOf("{}")] })).not.toHaveProperty("parse_errors")
  })
})

describe("ids", () => {
  const request: ModelRequest = {
    ...HELLO,
    messages: [
      ...HELLO.messages,
      { role: "assistant", content: "", tool_calls: [{ id: "call_2_1", name: "a", arguments: {} }] },
      { role: "tool", content: "ok", tool_call_id: "call_2_2", tool_name: "a", ok: true },
    ],
  }
  const idsOf = (...ids: Array<string | null>) =>
    compose({ calls: ids.map((id) => callOf("{}", { id })) }, request).tool_calls.map((call) => call.id)

  test("a provider's id is kept", () => expect(idsOf("x", "y")).toEqual(["x", "y"]))
  test("a missing one is made from the turn, free of the transcript's", () => {
    expect(idsOf(null, "", null)).toEqual(["call_2_3", "call_2_4", "call_2_5"])
  })
  test("one given twice in a reply, or used before, is replaced", () => {
    expect(idsOf("x", "x", "call_2_1")).toEqual(["x", "call_2_3", "call_2_4"])
  })
  test("the same reply gets the same ids", () => expect(idsOf(null, "a")).toEqual(idsOf(null, "a")))
})

describe("stop reason", () => {
  test.each([
    ["stop", "stop"],
    ["STOP", "stop"],
    ["end_turn", "stop"],
    [null, "stop"],
    ["", "stop"],
    ["length", "length"],
    ["max_tokens", "length"],
    ["tool-calls", "tool_calls"],
    ["function_call", "tool_calls"],
    ["content-filter", "content_filter"],
    ["content_filter", "content_filter"],
    ["error", "error"],
    ["model_context_window_exceeded", "context_window"],
    ["interrupted", "interrupted"],
    ["x".repeat(500), "x".repeat(64)],
  ])("%s is %s", (given, expected) => {
    expect(compose({ finish_reason: given }).provider_stop_reason).toBe(expected)
  })

  test("a reply that calls tools says tool_calls, unless it was cut", () => {
    expect(compose({ finish_reason: "stop", calls: [callOf("{}")] }).provider_stop_reason).toBe("tool_calls")
    expect(compose({ calls: [callOf("{}")] }).provider_stop_reason).toBe("tool_calls")
    expect(compose({ finish_reason: "length", calls: [callOf("{}")] }).provider_stop_reason).toBe("length")
  })
})

test("prices give a cost, no usage gives none", () => {
  const prices = { input_per_million_usd: 2, output_per_million_usd: 10 }
  const draft = { text: "", calls: [], finish_reason: null }
  const usage = { input_tokens: 500_000, output_tokens: 100_000 }
  expect(composeReply({ ...draft, usage }, HELLO, prices).usage).toEqual({ ...usage, cost_usd: 2 })
  expect(composeReply({ ...draft, usage }, HELLO, undefined).usage).toEqual(usage)
  expect(composeReply({ ...draft, usage: undefined }, HELLO, prices)).not.toHaveProperty("usage")
})
