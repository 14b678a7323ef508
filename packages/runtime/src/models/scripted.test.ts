import { isInvalidOptionError } from "@proofloop/foundation/errors"
import { describe, expect, test } from "vitest"
import { virtualClock } from "../testing/virtual_clock.ts"
import { call, failure, HELLO } from "./loopback.fixture.ts"
import { scriptedModel, type ScriptedModelOptions, type ScriptedStep } from "./scripted.ts"

describe("scriptedModel", () => {
  test("replies step by step, with its defaults", async () => {
    const model = scriptedModel([
      {
        text: "first",
        tool_calls: [{ name: "edit", arguments: { path: "a" } }, { name: "test" }, { name: "test", id: "x" }],
      },
      { text: "last" },
    ])
    expect(await call(model)).toEqual({
      text: "first",
      tool_calls: [
        { id: "call_1_1", name: "edit", arguments: { path: "a" } },
        { id: "call_1_2", name: "test", arguments: {} },
        { id: "x", name: "test", arguments: {} },
      ],
      provider_stop_reason: "tool_calls",
      usage: { input_tokens: 2, output_tokens: 9 },
    })
    expect(await call(model)).toEqual({
      text: "last",
      tool_calls: [],
      provider_stop_reason: "stop",
      usage: { input_tokens: 2, output_tokens: 1 },
    })
    expect([model.model_name, model.provider]).toEqual(["scripted", "proofloop"])
  })

  test("passes on what a step says", async () => {
    const step = {
      provider_stop_reason: "length",
      usage: { input_tokens: 1, output_tokens: 2, cost_usd: 3 },
      parse_errors: ["bad call"],
    }
    expect(await call(scriptedModel([step]))).toEqual({ text: "", tool_calls: [], ...step })
  })

  test("counts messages, calls and tools into the estimate", async () => {
    const request = {
      ...HELLO,
      messages: [
        { role: "user", content: "12345678" },
        { role: "assistant", content: "1234", tool_calls: [{ id: "c", name: "ab", arguments: {} }] },
      ],
    } as const
    const model = scriptedModel([{}], { when_exhausted: "repeat_last" })
    expect((await call(model, request)).usage).toEqual({ input_tokens: 4, output_tokens: 0 })
    expect((await call(model, request)).usage).toEqual({ input_tokens: 4, output_tokens: 0 })
    const tools = [{ name: "a", description: "", input_schema: {} }]
    const more = Math.ceil((16 + JSON.stringify(tools).length) / 4)
    expect((await call(model, { ...request, tools })).usage).toEqual({ input_tokens: more, output_tokens: 0 })
  })

  test("throws the failures of the script as ModelErrors and goes on", async () => {
    const model = scriptedModel([
      { throws: { kind: "rate_limit", message: "slow", http_status: 429, retry_after_ms: 50 } },
      { throws: { kind: "unknown", message: "odd" } },
      { text: "after" },
    ])
    const first = await failure(call(model))
    expect(first).toMatchObject({ kind: "rate_limit", message: "slow", http_status: 429, retry_after_ms: 50 })
    expect(await failure(call(model))).toMatchObject({
      kind: "unknown",
      http_status: null,
      retry_after_ms: null,
    })
    expect((await call(model)).text).toBe("after")
  })

  test("asks a function with the request and the turn", async () => {
    const model = scriptedModel(async ({ messages }, turn) => ({
      text: `${turn}: ${messages[0]?.content ?? ""}`,
    }))
    expect((await call(model)).text).toBe("1: hello")
    expect((await call(model)).text).toBe("2: hello")
  })

  test("tells on_delta the text, in one piece, and nothing for an empty one", async () => {
    const told: string[] = []
    const model = scriptedModel([{ text: "whole text" }, {}])
    await call(model, HELLO, (text) => told.push(text))
    await call(model, HELLO, (text) => told.push(text))
    expect(told).toEqual(["whole text"])
  })

  test("counts turns in the transcript when told to", async () => {
    const model = scriptedModel([{ text: "one" }, { tool_calls: [{ name: "t" }] }], {
      turn_from: "transcript",
    })
    const later = { ...HELLO, messages: [...HELLO.messages, { role: "assistant", content: "one" } as const] }
    expect((await call(model, later)).tool_calls).toEqual([{ id: "call_2_1", name: "t", arguments: {} }])
    expect((await call(model)).text).toBe("one")
  })
})

describe("a list that has run out", () => {
  const steps: ScriptedStep[] = [{ text: "one" }, { text: "two", tool_calls: [{ name: "t" }] }]
  async function third(options?: ScriptedModelOptions) {
    const model = scriptedModel(steps, options)
    await call(model)
    await call(model)
    return call(model)
  }

  test("is an error that says how many steps there were", async () => {
    const error = await failure(third())
    expect(error).toMatchObject({ kind: "invalid_request" })
    expect(error.message).toBe("the script had 2 steps and was asked for turn 3")
    expect((await failure(call(scriptedModel([])))).message).toContain("had 0 steps")
  })

  test("repeats its last step, under new ids", async () => {
    expect(await third({ when_exhausted: "repeat_last" })).toMatchObject({
      text: "two",
      tool_calls: [{ id: "call_3_1" }],
    })
    expect((await failure(call(scriptedModel([], { when_exhausted: "repeat_last" })))).kind).toBe(
      "invalid_request",
    )
  })

  test("stops", async () => {
    expect(await third({ when_exhausted: "stop" })).toMatchObject({
      text: "",
      tool_calls: [],
      provider_stop_reason: "stop",
    })
  })
})

describe("time and aborts", () => {
  test("delay_ms is served by the clock", async () => {
    const clock = virtualClock()
    const model = scriptedModel(
      [{ delay_ms: 60_000 }, { delay_ms: 5, throws: { kind: "transient", message: "x" } }],
      { clock },
    )
    await call(model)
    expect(clock.now()).toBe(60_000)
    await failure(call(model))
    expect(clock.now()).toBe(60_005)
  })

  test("real time without a clock", async () => {
    const started = performance.now()
    await call(scriptedModel([{ delay_ms: 30 }]))
    expect(performance.now() - started).toBeGreaterThan(25)
  })

  test.each([
    ["a delay", scriptedModel([{ delay_ms: 60_000 }])],
    ["a function that never returns", scriptedModel(async () => new Promise(() => {}))],
  ])("an abort ends %s with its reason", async (_, model) => {
    const controller = new AbortController()
    const reply = model(HELLO, { signal: controller.signal })
    controller.abort(new Error("gone"))
    await expect(reply).rejects.toThrow("gone")
  })

  test("an aborted call uses up no step", async () => {
    const model = scriptedModel([{ text: "one" }])
    await expect(model(HELLO, { signal: AbortSignal.abort(new Error("gone")) })).rejects.toThrow("gone")
    expect((await call(model)).text).toBe("one")
  })
})

describe("a bad script", () => {
  function refusal(script: unknown, options?: unknown): string | null {
    try {
      // @ts-expect-error what a script from a file may hold
      scriptedModel(script, options)
    } catch (error) {
      if (isInvalidOptionError(error)) return `${error.option} ${error.did_you_mean ?? ""}`.trim()
    }
    return null
  }

  test.each([
    ["text", "scriptedModel.script"],
    [null, "scriptedModel.script"],
    [["text"], "scriptedModel.script[0]"],
    [[{}, { tool_call: [] }], "scriptedModel.script[1].tool_call tool_calls"],
    [[{ tool_calls: [{ tool: "a" }] }], "scriptedModel.script[0].tool_calls[0].tool"],
    [[{ tool_calls: [{ arguments: {} }] }], "scriptedModel.script[0].tool_calls[0].name"],
    [[{ throws: { kind: "timeout", message: "" } }], "scriptedModel.script[0].throws.kind"],
    [[{ delay_ms: -1 }], "scriptedModel.script[0].delay_ms"],
    [[{ usage: { input_tokens: 1 } }], "scriptedModel.script[0].usage.output_tokens"],
  ])("%j is refused at once", (script, option) => {
    expect(refusal(script)).toBe(option)
  })

  test("so are bad options, and the bad step of a function when it comes", async () => {
    expect(refusal([], { when_exhausted: "loop" })).toBe("scriptedModel.when_exhausted")
    expect(refusal([], { whenExhausted: "stop" })).toBe("scriptedModel.whenExhausted when_exhausted")
    expect(refusal([], { clock: 7 })).toBe("scriptedModel.clock")
    // @ts-expect-error a step with a typo
    const model = scriptedModel(() => ({ txt: "hello" }))
    await expect(call(model)).rejects.toMatchObject({
      option: "scriptedModel.script.txt",
      did_you_mean: "text",
    })
  })
})
