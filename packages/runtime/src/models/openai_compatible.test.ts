import { describe, expect, test } from "vitest"
import type { ModelRequest } from "../protocol/model.ts"
import { ask, askRaw, call, delta, events, HELLO, withServer } from "./loopback.fixture.ts"
import { openAICompatible } from "./openai_compatible.ts"

const STEP = {
  text: "Grüße 👋 ".repeat(20),
  tool_calls: [
    { name: "edit", arguments: { path: "ä.ts", text: 'line "one"\nline two 🎉' } },
    { name: "run_test", id: "given" },
  ],
  usage: { input_tokens: 12, output_tokens: 34 },
}

const REPLY = {
  text: STEP.text,
  tool_calls: [
    { id: "call_1_1", name: "edit", arguments: { path: "ä.ts", text: 'line "one"\nline two 🎉' } },
    { id: "given", name: "run_test", arguments: {} },
  ],
  provider_stop_reason: "tool_calls",
  usage: { input_tokens: 12, output_tokens: 34 },
}

describe("a reply", () => {
  test.each([undefined, 1, 2, 3, 7, 100])(
    "is the same streamed in writes of %s bytes",
    async (chunk_size) => {
      expect(await ask({ script: [STEP], chunk_size })).toEqual(REPLY)
    },
  )

  test("is the same without a stream", async () => {
    expect(await ask({ script: [STEP] }, { stream: false })).toEqual(REPLY)
  })

  test("arrives in pieces that add up to its text", async () => {
    const pieces: string[] = []
    await ask({ script: [STEP] }, {}, HELLO, (text) => pieces.push(text))
    expect(pieces.length).toBeGreaterThan(5)
    expect(pieces.join("")).toBe(STEP.text)
    expect(pieces).not.toContain("")
    const unstreamed: string[] = []
    await ask({ script: [STEP] }, { stream: false }, HELLO, (text) => unstreamed.push(text))
    expect(unstreamed).toEqual([])
  })

  test("has a cost with prices", async () => {
    const prices = { input_per_million_usd: 1_000_000, output_per_million_usd: 2_000_000 }
    expect((await ask({ script: [STEP] }, { prices })).usage).toEqual({ ...STEP.usage, cost_usd: 80 })
  })
})

test("the request carries the path, the key, the headers and the body", async () => {
  await withServer({ script: [{ text: "one" }] }, async ({ url, requests }) => {
    const model = openAICompatible({
      base_url: `${url}/`,
      model: "m",
      api_key: "sk-1",
      headers: { "x-team": "a" },
    })
    expect([model.model_name, model.provider]).toEqual(["m", new URL(url).host])
    await call(model)
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatchObject({
      method: "POST",
      path: "/v1/chat/completions",
      headers: { authorization: "Bearer sk-1", "x-team": "a", "content-type": "application/json" },
      body: { model: "m", messages: HELLO.messages, stream: true },
    })
  })
})

test("several turns over one server, with ids that stay apart", async () => {
  const script = [{ tool_calls: [{ name: "a" }] }, { tool_calls: [{ name: "b" }] }, { text: "done" }]
  await withServer({ script }, async ({ url }) => {
    const model = openAICompatible({ base_url: url, model: "m" })
    const messages: Array<ModelRequest["messages"][number]> = [...HELLO.messages]
    const seen: unknown[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      const { text, tool_calls } = await call(model, { ...HELLO, messages })
      seen.push(tool_calls[0]?.id ?? text)
      messages.push({ role: "assistant", content: text, tool_calls })
    }
    expect(seen).toEqual(["call_1_1", "call_2_1", "done"])
  })
})

test("a custom fetch is used", async () => {
  const seen: string[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    seen.push(String(input instanceof Request ? input.url : input), init?.redirect ?? "")
    return Response.json({ choices: [{ message: { content: "hi" }, finish_reason: "stop" }] })
  }
  const model = openAICompatible({ base_url: "http://nowhere.invalid/v1", model: "m", fetch })
  expect(await call(model)).toEqual({ text: "hi", tool_calls: [], provider_stop_reason: "stop" })
  expect(seen).toEqual(["http://nowhere.invalid/v1/chat/completions", "manual"])
})

describe("servers with habits of their own", () => {
  const stop = delta({}, "stop")

  test("no usage, no [DONE], a last event without its blank line", async () => {
    const chunks = [`data: ${JSON.stringify(delta({ content: "a" }))}\n\n`, `data: ${JSON.stringify(stop)}`]
    expect(await askRaw(chunks)).toEqual({ text: "a", tool_calls: [], provider_stop_reason: "stop" })
  })

  test("[DONE] without a finish reason", async () => {
    expect(await askRaw(events(delta({ content: "a" })))).toMatchObject({
      text: "a",
      provider_stop_reason: "stop",
    })
  })

  test("CRLF, comments, keep-alives and empty data", async () => {
    const body = [": hi\r\n\r\n", "data:\r\n\r\n", ...events(delta({ content: "a" }), stop)]
      .join("")
      .replaceAll("\n\n", "\r\n\r\n")
    expect(await askRaw([body])).toMatchObject({ text: "a" })
  })

  test("a chunk over several data lines", async () => {
    const pretty = JSON.stringify(delta({ content: "a" }, "stop"), null, 2)
    expect(await askRaw([pretty.replaceAll(/^/gm, "data: "), "\n\n"])).toMatchObject({ text: "a" })
  })

  test("nulls, empty lists, other choices, chunks without choices", async () => {
    const chunks = events(
      { choices: [], prompt_filter_results: [] },
      { id: "x", usage: null, error: null },
      { choices: [], error: "" },
      { choices: [{ index: 1, delta: { content: "other" } }] },
      delta({ role: "assistant", content: null, tool_calls: null }),
      delta({ content: "a", reasoning_content: "hmm" }),
      { choices: [{ delta: null, finish_reason: null }] },
      { choices: [{ delta: {}, finish_reason: "" }] },
      stop,
      { choices: [], usage: { prompt_tokens: 3 } },
    )
    expect(await askRaw(chunks)).toEqual({
      text: "a",
      tool_calls: [],
      provider_stop_reason: "stop",
      usage: { input_tokens: 3, output_tokens: 0 },
    })
  })

  test("a strange usage is left out", async () => {
    const usage = { prompt_tokens: "many", completion_tokens: -1 }
    expect(await askRaw(events(delta({ content: "a" }, "stop"), { usage }))).not.toHaveProperty("usage")
  })

  test("content in parts, a refusal, a number as id", async () => {
    const parts = delta({ content: [{ type: "text", text: "a" }, { type: "thinking" }] })
    const call_delta = delta({ tool_calls: [{ index: 0, id: 7, function: { name: "f", arguments: "{}" } }] })
    expect(await askRaw(events(parts, delta({ refusal: "no" }), call_delta, stop))).toMatchObject({
      text: "ano",
      tool_calls: [{ id: "7", name: "f" }],
      provider_stop_reason: "tool_calls",
    })
  })

  test("JSON although a stream was asked for, and a stream although it was not", async () => {
    const json = JSON.stringify({ choices: [{ message: { content: "a" }, finish_reason: "stop" }] })
    expect(await askRaw([json], { content_type: "application/json; charset=utf-8" })).toMatchObject({
      text: "a",
    })
    expect(await askRaw(events(delta({ content: "a" }), stop), { stream: false })).toMatchObject({
      text: "a",
    })
  })

  test("a stream under the wrong content type", async () => {
    const faults = [{ request: 1, kind: "content_type" } as const]
    expect(await ask({ script: [STEP], faults })).toEqual(REPLY)
  })

  test("bytes cut inside a character", async () => {
    const bytes = Buffer.from(events(delta({ content: "é👋" }), stop).join(""))
    expect(await askRaw([...bytes].map((byte) => Uint8Array.of(byte)))).toMatchObject({ text: "é👋" })
  })

  test("a stream that stays open after [DONE] does not hold the reply up", async () => {
    const body = events(delta({ content: "a" }), stop).join("")
    const faults = [{ request: 1, kind: "stall", after_bytes: 100_000 } as const]
    expect(await ask({ script: [{ text: "a" }], faults })).toMatchObject({ text: "a" })
    expect(body.length).toBeLessThan(100_000)
  })
})
