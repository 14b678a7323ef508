import type { LanguageModel } from "ai"
import { MockLanguageModelV3 } from "ai/test"
import { describe, expect, test } from "vitest"
import type { AiSdkCallOptions, AiSdkModel } from "./ai_sdk/language_model.ts"
import { shaped } from "./ai_sdk/shaped.fixture.ts"
import { fromAiSdk } from "./from_ai_sdk.ts"
import { call, failure, HELLO } from "./loopback.fixture.ts"

const USAGE_V3 = {
  inputTokens: { total: 11, noCache: 11, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 7, text: 7, reasoning: 0 },
}
const USAGE_V2 = { inputTokens: 11, outputTokens: 7, totalTokens: 18 }

const CONTENT = [
  { type: "reasoning", text: "let me think" },
  { type: "text", text: "I edit" },
  { type: "source", sourceType: "url", id: "s", url: "http://x" },
  { type: "text", text: " it." },
  { type: "tool-call", toolCallId: "c1", toolName: "edit", input: '{"path":"a"}' },
]

const REPLIED = {
  text: "I edit it.",
  tool_calls: [{ id: "c1", name: "edit", arguments: { path: "a" } }],
  provider_stop_reason: "tool_calls",
  usage: { input_tokens: 11, output_tokens: 7 },
}

describe("a reply", () => {
  test.each([
    ["v2", { content: CONTENT, finishReason: "tool-calls", usage: USAGE_V2, warnings: [] }],
    [
      "v3",
      {
        content: CONTENT,
        finishReason: { unified: "tool-calls", raw: "tool_use" },
        usage: USAGE_V3,
        warnings: [],
      },
    ],
    [
      "v4",
      {
        content: [...CONTENT, { type: "custom", kind: "x" }],
        finishReason: { unified: "tool-calls", raw: "tool_use" },
        usage: USAGE_V3,
        warnings: [],
      },
    ],
  ])("is read from spec %s", async (version, result) => {
    const model = fromAiSdk(shaped(version, result))
    expect(await call(model)).toEqual(REPLIED)
    expect([model.model_name, model.provider]).toEqual(["m", "shape"])
  })

  test("is read from the SDK's own mock", async () => {
    const model = new MockLanguageModelV3({
      doGenerate: {
        content: [{ type: "text", text: "hi" }],
        finishReason: { unified: "stop", raw: "end_turn" },
        usage: USAGE_V3,
        warnings: [],
      },
    })
    const told: string[] = []
    expect(await call(fromAiSdk(model), HELLO, (text) => told.push(text))).toEqual({
      text: "hi",
      tool_calls: [],
      provider_stop_reason: "stop",
      usage: { input_tokens: 11, output_tokens: 7 },
    })
    expect(told).toEqual([])
    expect(model.doGenerateCalls[0]).toMatchObject({
      prompt: [{ role: "user", content: [{ type: "text", text: "hello" }] }],
    })
  })

  test.each([
    ["stop", "stop"],
    ["length", "length"],
    ["content-filter", "content_filter"],
    ["error", "error"],
    ["unknown", "unknown"],
    [{ unified: "length", raw: "max_tokens" }, "length"],
    [{ unified: "other", raw: "pause" }, "pause"],
    [{ unified: "other", raw: undefined }, "other"],
    [{ unified: "interrupted", raw: undefined }, "interrupted"],
    [undefined, "stop"],
  ])("finish reason %j is %s", async (finishReason, expected) => {
    const reply = await call(fromAiSdk(shaped("v3", { content: [], finishReason, usage: USAGE_V3 })))
    expect(reply.provider_stop_reason).toBe(expected)
  })

  test.each([
    [undefined, undefined],
    [{ inputTokens: undefined, outputTokens: undefined }, undefined],
    [
      { inputTokens: Number.NaN, outputTokens: 4 },
      { input_tokens: 0, output_tokens: 4 },
    ],
    [
      { inputTokens: { total: undefined }, outputTokens: { total: 4 } },
      { input_tokens: 0, output_tokens: 4 },
    ],
    ["many", undefined],
  ])("usage %j is %j", async (usage, expected) => {
    expect((await call(fromAiSdk(shaped("v3", { content: [], finishReason: "stop", usage })))).usage).toEqual(
      expected,
    )
  })

  test("has a cost with prices", async () => {
    const prices = { input_per_million_usd: 1_000_000, output_per_million_usd: 1_000_000 }
    const model = fromAiSdk(shaped("v3", { content: [], finishReason: "stop", usage: USAGE_V3 }), { prices })
    expect((await call(model)).usage).toEqual({ input_tokens: 11, output_tokens: 7, cost_usd: 18 })
    // @ts-expect-error a typo
    expect(() => fromAiSdk(shaped("v3", {}), { price: prices })).toThrow(
      'fromAiSdk.price: expected one of the options prices, stream, got the string "price". Did you mean "prices"?',
    )
  })

  test("reports a call it cannot read, leaves out what the provider ran, makes missing ids", async () => {
    const parts = [
      { type: "tool-call", toolCallId: "c1", toolName: "edit", input: '{"path":' },
      { type: "tool-call", toolCallId: "c2", toolName: "web_search", input: "{}", providerExecuted: true },
      { type: "tool-result", toolCallId: "c2", toolName: "web_search", result: "x" },
      { type: "tool-call", toolName: "read", input: { path: "b" } },
    ]
    const reply = await call(
      fromAiSdk(shaped("v3", { content: parts, finishReason: "stop", usage: USAGE_V3 })),
    )
    expect(reply.tool_calls).toEqual([{ id: "call_1_1", name: "read", arguments: { path: "b" } }])
    expect(reply.parse_errors).toEqual([expect.stringContaining('The call of tool "edit" was dropped')])
  })

  test.each([
    undefined,
    null,
    7,
    {},
    { content: "text" },
    { content: [{ type: "text" }] },
    { content: [{}] },
  ])("%j is invalid_response", async (result) => {
    expect(await failure(call(fromAiSdk(shaped("v3", result))))).toMatchObject({ kind: "invalid_response" })
  })
})

const TOOLS = [{ name: "read", description: "Reads", input_schema: { type: "object" } }]

test("tools and tool choice are sent when there are tools", async () => {
  const model = shaped("v3", { content: [], finishReason: "stop", usage: USAGE_V3 })
  const adapted = fromAiSdk(model)
  await call(adapted, { ...HELLO, tools: TOOLS })
  await call(adapted, { ...HELLO, tools: TOOLS, tool_choice: "none" })
  await call(adapted, { ...HELLO, tool_choice: "none" })
  expect(model.asked.map(({ tools, toolChoice }) => [tools?.length, toolChoice?.type])).toEqual([
    [1, "auto"],
    [1, "none"],
    [undefined, undefined],
  ])
  expect(model.asked[0]?.tools).toEqual([
    { type: "function", name: "read", description: "Reads", inputSchema: { type: "object" } },
  ])
})

describe("an abort", () => {
  test("reaches the model and settles the call, even when the model ignores it", async () => {
    const model = shaped("v3", async () => new Promise(() => {}))
    const controller = new AbortController()
    const reply = fromAiSdk(model)(HELLO, { signal: controller.signal })
    controller.abort(new Error("gone"))
    await expect(reply).rejects.toThrow("gone")
    expect(model.asked[0]?.abortSignal).toBe(controller.signal)
  })

  test("is no ModelError when the model throws because of it", async () => {
    const model = shaped("v3", async ({ abortSignal }: AiSdkCallOptions) => {
      await new Promise((resolve) => abortSignal?.addEventListener("abort", resolve))
      throw new Error("provider noticed")
    })
    const controller = new AbortController()
    const reply = fromAiSdk(model)(HELLO, { signal: controller.signal })
    controller.abort(new Error("gone"))
    await expect(reply).rejects.toThrow("gone")
  })

  test("before the call asks nothing", async () => {
    const model = shaped("v3", {})
    await expect(fromAiSdk(model)(HELLO, { signal: AbortSignal.abort(new Error("gone")) })).rejects.toThrow(
      "gone",
    )
    expect(model.asked).toEqual([])
  })
})

test("the models of the installed SDK fit by type", () => {
  const accepts: (model: Exclude<LanguageModel, string>) => AiSdkModel = (model) => model
  expect(accepts(new MockLanguageModelV3()).specificationVersion).toBe("v3")
})

test("what is no language model is refused", () => {
  // @ts-expect-error no model
  expect(() => fromAiSdk({ specificationVersion: "v1" })).toThrow(
    "fromAiSdk.languageModel: expected an AI SDK language model",
  )
})
