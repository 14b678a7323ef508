import { simulateReadableStream } from "ai"
import { MockLanguageModelV3 } from "ai/test"
import { describe, expect, test } from "vitest"
import { isModelError } from "../errors/model_error.ts"
import { createAgentLoop } from "../loop/create_agent_loop.ts"
import type { ModelDelta } from "../protocol/model.ts"
import { fromAiSdk } from "./from_ai_sdk.ts"
import { HELLO } from "./loopback.fixture.ts"

const USAGE = {
  inputTokens: { total: 11, noCache: 11, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 7, text: 7, reasoning: 0 },
}
const FINISH = {
  type: "finish" as const,
  finishReason: { unified: "tool-calls" as const, raw: "tool_use" },
  usage: USAGE,
}

type Parts =
  Awaited<ReturnType<MockLanguageModelV3["doStream"]>>["stream"] extends ReadableStream<infer Part>
    ? readonly Part[]
    : never

const PARTS: Parts = [
  { type: "stream-start", warnings: [] },
  { type: "reasoning-start", id: "r" },
  { type: "reasoning-delta", id: "r", delta: "let me think" },
  { type: "reasoning-end", id: "r" },
  { type: "text-start", id: "t" },
  { type: "text-delta", id: "t", delta: "I edit" },
  { type: "text-delta", id: "t", delta: " it." },
  { type: "text-end", id: "t" },
  { type: "tool-input-start", id: "c1", toolName: "edit" },
  { type: "tool-input-delta", id: "c1", delta: '{"path":' },
  { type: "tool-input-delta", id: "c1", delta: '"a"}' },
  { type: "tool-input-end", id: "c1" },
  { type: "tool-call", toolCallId: "c1", toolName: "edit", input: '{"path":"a"}' },
  FINISH,
]

const streaming = (chunks: Parts): MockLanguageModelV3 =>
  new MockLanguageModelV3({
    doStream: () => Promise.resolve({ stream: simulateReadableStream({ chunks: [...chunks] }) }),
  })

const GENERATED = {
  content: [{ type: "text" as const, text: "hi" }],
  finishReason: { unified: "stop" as const, raw: "stop" },
  usage: USAGE,
  warnings: [],
}

/** A call that keeps what it is told. */
async function ask(model: MockLanguageModelV3, signal = new AbortController().signal) {
  const told: [string, ModelDelta | undefined][] = []
  const on_delta = (text: string, delta?: ModelDelta) => void told.push([text, delta])
  const settled = await fromAiSdk(model)(HELLO, { signal, on_delta }).then(
    (reply) => ({ reply, error: undefined }),
    (error: unknown) => ({ reply: undefined, error }),
  )
  return { ...settled, told }
}

describe("an AI SDK model streams", () => {
  test("text, reasoning and tool input, and gives the reply that doGenerate would", async () => {
    const { reply, told } = await ask(streaming(PARTS))
    expect(told).toEqual([
      ["let me think", { kind: "reasoning" }],
      ["I edit", undefined],
      [" it.", undefined],
      ['{"path":', { kind: "tool_input", call: { call_id: "c1", tool_name: "edit" } }],
      ['"a"}', { kind: "tool_input", call: { call_id: "c1", tool_name: "edit" } }],
    ])
    expect(reply).toEqual({
      text: "I edit it.",
      tool_calls: [{ id: "c1", name: "edit", arguments: { path: "a" } }],
      provider_stop_reason: "tool_calls",
      usage: { input_tokens: 11, output_tokens: 7 },
    })
  })

  test("only to a reader of deltas, and only when it is not told otherwise", async () => {
    const model = new MockLanguageModelV3({ doGenerate: GENERATED })
    await fromAiSdk(model)(HELLO, { signal: new AbortController().signal })
    const on_delta = () => undefined
    await fromAiSdk(model, { stream: false })(HELLO, { signal: new AbortController().signal, on_delta })
    expect([model.doGenerateCalls.length, model.doStreamCalls.length]).toEqual([2, 0])
  })

  test("an error in mid-stream is the failure of the call, as the provider's own error", async () => {
    const failure = Object.assign(new Error("overloaded"), { statusCode: 529 })
    const { error, told } = await ask(streaming([...PARTS.slice(0, 6), { type: "error", error: failure }]))
    expect(told).toHaveLength(2)
    expect(isModelError(error) && [error.kind, error.message, error.cause]).toEqual([
      "provider_5xx",
      "overloaded",
      failure,
    ])
  })

  test("a stream that ends without its finish is cut: transient", async () => {
    const { error } = await ask(streaming(PARTS.slice(0, -1)))
    expect(isModelError(error) && error.kind).toBe("transient")
  })

  test("an abort ends the call with its reason and cancels the stream", async () => {
    const controller = new AbortController()
    let cancelled = false
    const stream = new ReadableStream<Parts[number]>({
      start: (sink) => sink.enqueue({ type: "text-delta", id: "t", delta: "I" }),
      cancel: () => {
        cancelled = true
      },
    })
    const model = new MockLanguageModelV3({ doStream: () => Promise.resolve({ stream }) })
    const reason = new Error("stop")
    const on_delta = () => controller.abort(reason)
    const asked = fromAiSdk(model)(HELLO, { signal: controller.signal, on_delta })
    await expect(asked).rejects.toBe(reason)
    expect(cancelled).toBe(true)
  })

  test.each([
    ["Not implemented", new Error("Not implemented")],
    [
      "AI_UnsupportedFunctionalityError",
      Object.assign(new Error("no"), { name: "AI_UnsupportedFunctionalityError" }),
    ],
  ])("a model that cannot stream (%s) is asked by doGenerate", async (_name, error) => {
    const doStream = () => Promise.reject(error)
    const { reply, told } = await ask(new MockLanguageModelV3({ doGenerate: GENERATED, doStream }))
    expect([reply?.text, told]).toEqual(["hi", []])
  })
})

test("a run publishes what its AI SDK model streams as model_delta, each piece with what it is of", async () => {
  const replies = [PARTS, [{ type: "text-delta", id: "t", delta: "Done." }, FINISH]] as Parts[]
  const model = new MockLanguageModelV3({
    doStream: () =>
      Promise.resolve({ stream: simulateReadableStream({ chunks: [...(replies.shift() ?? [])] }) }),
  })
  const run = createAgentLoop({ model, final_wrapup: false }).run("edit it")
  const deltas: unknown[] = []
  for await (const event of run.events) {
    if (event.type !== "model_delta") continue
    const { run_id: _run, seq: _seq, at_ms: _at, iteration, repair_mode: _mode, type: _type, ...rest } = event
    deltas.push([iteration, rest])
  }
  expect(deltas).toEqual([
    [1, { text: "let me think", kind: "reasoning" }],
    [1, { text: "I edit" }],
    [1, { text: " it." }],
    [1, { text: '{"path":', kind: "tool_input", call: { call_id: "c1", tool_name: "edit" } }],
    [1, { text: '"a"}', kind: "tool_input", call: { call_id: "c1", tool_name: "edit" } }],
    [2, { text: "Done." }],
  ])
  expect((await run.result).usage).toMatchObject({ model_calls: 2, input_tokens: 22, output_tokens: 14 })
})
