import {
  createUIMessageStreamResponse,
  readUIMessageStream,
  simulateReadableStream,
  type UIMessageChunk,
} from "ai"
import { MockLanguageModelV3 } from "ai/test"
import { expect, expectTypeOf, test } from "vitest"
import { createAgentLoop } from "../../loop/create_agent_loop.ts"
import { calls, repairTools } from "../../loop/loop.fixture.ts"
import { scriptedModel, type ScriptedStep } from "../../models/scripted.ts"
import type { UiChunk } from "./chunk.ts"
import { toUiMessageStream } from "./ui_stream.ts"

const run = (steps: readonly ScriptedStep[], options: object = {}) =>
  createAgentLoop({
    model: scriptedModel(steps),
    tools: repairTools(),
    final_wrapup: false,
    event_content: true,
    ...options,
  }).run("look", { run_id: "run-1" })

async function chunksOf(stream: ReadableStream<UiChunk>): Promise<readonly UiChunk[]> {
  const chunks: UiChunk[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return chunks
}

/** What a streaming model tells, part by part. */
type Parts =
  Awaited<ReturnType<MockLanguageModelV3["doStream"]>>["stream"] extends ReadableStream<infer Part>
    ? readonly Part[]
    : never

const types = (chunks: readonly UiChunk[]): readonly string[] => chunks.map(({ type }) => type)

test("a run is a UI message stream: steps, calls with input and output, text, and how it ended", async () => {
  const chunks = await chunksOf(toUiMessageStream(run([calls("look"), { text: "Done." }])))
  expect(types(chunks)).toEqual([
    "start",
    "start-step",
    "tool-input-available",
    "tool-output-available",
    "finish-step",
    "start-step",
    "text-start",
    "text-delta",
    "text-end",
    "finish-step",
    "finish",
  ])
  expect(chunks.at(0)).toEqual({ type: "start", messageId: "run-1" })
  expect(chunks.at(3)).toMatchObject({ output: "page 1" })
  expect(chunks.at(-1)).toEqual({
    type: "finish",
    finishReason: "stop",
    messageMetadata: { run_id: "run-1", status: "done", stop_reason: "natural", verified: false },
  })
})

test("the AI SDK reads it as the message that useChat shows", async () => {
  expectTypeOf<UiChunk>().toExtend<UIMessageChunk>()
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  }
  const finish = { type: "finish" as const, finishReason: { unified: "stop" as const, raw: "stop" }, usage }
  const replies: Parts[] = [
    [
      { type: "reasoning-delta" as const, id: "r", delta: "hmm" },
      { type: "tool-input-start" as const, id: "c1", toolName: "look" },
      { type: "tool-input-delta" as const, id: "c1", delta: "{}" },
      { type: "tool-call" as const, toolCallId: "c1", toolName: "look", input: "{}" },
      finish,
    ],
    [{ type: "text-delta" as const, id: "t", delta: "Done." }, finish],
  ]
  const model = new MockLanguageModelV3({
    doStream: () =>
      Promise.resolve({ stream: simulateReadableStream({ chunks: [...(replies.shift() ?? [])] }) }),
  })
  const stream = toUiMessageStream(run([], { model }))
  let message: { readonly parts: readonly unknown[] } | undefined
  for await (const shown of readUIMessageStream({ stream })) message = shown
  expect(message?.parts).toMatchObject([
    { type: "step-start" },
    { type: "reasoning", text: "hmm", state: "done" },
    { type: "tool-look", toolCallId: "c1", state: "output-available", input: {}, output: "page 1" },
    { type: "step-start" },
    { type: "text", text: "Done.", state: "done" },
  ])
})

test("its response is that of the AI SDK", async () => {
  const response = createUIMessageStreamResponse({ stream: toUiMessageStream(run([{ text: "Done." }])) })
  expect(response.headers.get("x-vercel-ai-ui-message-stream")).toBe("v1")
  expect(await response.text()).toContain('data: {"type":"text-delta","id":"text-1","delta":"Done."}')
})

test("a failed call, a failing model and an abort are told as such", async () => {
  const failed = await chunksOf(toUiMessageStream(run([calls("run_test"), { text: "I give up" }])))
  expect(failed).toContainEqual({
    type: "tool-output-error",
    toolCallId: expect.any(String),
    errorText: "AssertionError: expected 3, got 4",
  })
  const broken = () => Promise.reject(new Error("no such model"))
  const provider = await chunksOf(toUiMessageStream(run([], { model: broken })))
  expect(provider.slice(-2)).toMatchObject([
    { type: "error", errorText: "no such model" },
    { type: "finish", finishReason: "error" },
  ])
  const stopped = run([{ text: "Done." }])
  stopped.abort()
  const aborted = await chunksOf(toUiMessageStream(stopped))
  expect(types(aborted).slice(-2)).toEqual(["abort", "finish"])
})

test("events of the loop go along as data parts, those that the host chooses", async () => {
  const verify = { verify_completion: () => true }
  const chosen = await chunksOf(toUiMessageStream(run([{ text: "Done." }], verify)))
  expect(chosen).toContainEqual(
    expect.objectContaining({
      type: "data-proofloop",
      data: expect.objectContaining({ type: "verification_end" }),
    }),
  )
  const none = await chunksOf(toUiMessageStream(run([{ text: "Done." }], verify), { data: () => false }))
  expect(types(none)).not.toContain("data-proofloop")
})
