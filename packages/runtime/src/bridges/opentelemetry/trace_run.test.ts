import * as api from "@opentelemetry/api"
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base"
import { afterAll, beforeEach, expect, test } from "vitest"
import { createAgentLoop } from "../../loop/create_agent_loop.ts"
import { calls, repairTools } from "../../loop/loop.fixture.ts"
import { scriptedModel, type ScriptedStep } from "../../models/scripted.ts"
import { traceRun, type TraceRunOptions } from "./trace_run.ts"

const exporter = new InMemorySpanExporter()
api.trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
)

beforeEach(() => exporter.reset())
afterAll(() => api.trace.disable())

async function spansOf(steps: readonly ScriptedStep[], options?: TraceRunOptions, loop_options: object = {}) {
  const run = createAgentLoop({
    model: scriptedModel(steps),
    tools: repairTools(),
    final_wrapup: false,
    event_content: true,
    ...loop_options,
  }).run("look", { run_id: "run-1" })
  await traceRun(run, api, options)
  return exporter.getFinishedSpans()
}

test("a run is a tree of spans with the GenAI names, and without content", async () => {
  const steps = [
    { ...calls("run_test"), usage: { input_tokens: 5, output_tokens: 3 } },
    { text: "secret words" },
  ]
  const spans = await spansOf(
    steps,
    { model_name: "m-1", provider: "acme" },
    { verify_completion: () => true },
  )
  expect(spans.map(({ name }) => name)).toEqual([
    "chat m-1",
    "execute_tool run_test",
    "chat m-1",
    "verify",
    "invoke_agent proofloop",
  ])
  const [chat, tool, , verify, agent] = spans
  expect(chat?.attributes).toMatchObject({
    "gen_ai.operation.name": "chat",
    "gen_ai.request.model": "m-1",
    "gen_ai.provider.name": "acme",
    "gen_ai.usage.input_tokens": 5,
    "gen_ai.usage.output_tokens": 3,
    "gen_ai.response.finish_reasons": ["tool_calls"],
  })
  expect(chat?.kind).toBe(api.SpanKind.CLIENT)
  expect(tool?.attributes).toMatchObject({ "gen_ai.tool.name": "run_test", "error.type": "tool_error" })
  expect(tool?.status.code).toBe(api.SpanStatusCode.ERROR)
  expect(verify?.attributes).toMatchObject({ "proofloop.verdict": "pass" })
  expect(agent?.attributes).toMatchObject({
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.conversation.id": "run-1",
    "proofloop.status": "done",
    "proofloop.verified": false,
  })
  const id = agent?.spanContext().spanId
  expect(spans.slice(0, -1).every(({ parentSpanContext }) => parentSpanContext?.spanId === id)).toBe(true)
  expect(JSON.stringify(spans.map(({ attributes }) => attributes))).not.toMatch(/secret words|expected 3/)
})

test("arguments and outputs are told only to who asks for content", async () => {
  const [, tool] = await spansOf([calls("look"), { text: "Done." }], { content: true })
  expect(tool?.attributes).toMatchObject({
    "gen_ai.tool.call.arguments": "{}",
    "gen_ai.tool.call.result": "page 1",
  })
})

test("a run that ends badly says why in its span", async () => {
  const model = () => Promise.reject(new Error("gone"))
  const agent = (await spansOf([], {}, { model })).at(-1)
  expect(agent?.attributes).toMatchObject({
    "error.type": "provider_error",
    "proofloop.status": "provider_error",
  })
  expect(agent?.status.code).toBe(api.SpanStatusCode.ERROR)
})

test("the api is asked for by name", () => {
  const run = createAgentLoop({ model: scriptedModel([{ text: "hi" }]) }).run("hi")
  // @ts-expect-error no api
  expect(() => traceRun(run, {})).toThrow("traceRun.api: expected @opentelemetry/api")
})
