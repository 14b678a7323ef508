import type { ModelRequest } from "@proofloop/runtime"
import { scriptedModel, type ScriptedStep } from "@proofloop/runtime/testing"
import { describe, expect, it } from "vitest"
import * as z from "zod"
import { chat } from "./chat.ts"
import { chatJson, rejectsFencedJson } from "./chat_json.ts"

const MESSAGES = [{ role: "user", content: "Go" }] as const

function recorded(steps: readonly ScriptedStep[]) {
  const requests: ModelRequest[] = []
  const scripted = scriptedModel(steps)
  const model = (...[request, options]: Parameters<typeof scripted>) => {
    requests.push(request)
    return scripted(request, options)
  }
  return { model, requests }
}

describe("chatJson", () => {
  it("shows the model its reply and what was wrong, and gives what the schema makes of the next", async () => {
    const { model, requests } = recorded([
      { text: '{"count": "many"}' },
      { text: '```json\n{"count": 2}\n```' },
    ])
    const events: unknown[] = []
    const value = await chatJson(model, {
      messages: MESSAGES,
      schema: z.object({ count: z.number() }),
      role: "planner",
      on_event: (event) => events.push(event),
    })
    expect(value).toEqual({ count: 2 })
    expect(requests[1]?.messages).toMatchObject([
      ...MESSAGES,
      { role: "assistant", content: '{"count": "many"}' },
      { role: "user", content: expect.stringContaining("at count") },
    ])
    expect(events).toEqual([{ type: "g14_fenced_json", role: "planner", model: "", attempt: 2, chars: 24 }])
  })

  it("ends after three replies without an object", async () => {
    const { model, requests } = recorded([{ text: "a" }, { text: "b" }, { text: "c" }])
    await expect(chatJson(model, { messages: MESSAGES })).rejects.toMatchObject({
      code: "llm_error",
      kind: "no_json",
      message: "Could not obtain valid JSON from LLM after 3 attempt(s): c",
    })
    expect(requests).toHaveLength(3)
  })

  it("says why the last reply was refused when it is JSON", async () => {
    const { model } = recorded([{ text: "{}" }, { text: "{}" }, { text: '{"count": "many"}' }])
    const asked = chatJson(model, { messages: MESSAGES, schema: z.object({ count: z.number() }) })
    await expect(asked).rejects.toThrow(
      /after 3 attempt\(s\): .{0,99}expected number.{0,99} at count; the last reply: \{"count": "many"\}$/,
    )
  })

  it("passes on at once what is not the reply's fault", async () => {
    const down = { throws: { kind: "transient", message: "down" } } as const
    const cut = { text: '{"a": 1}', provider_stop_reason: "length" }
    for (const [step, fields] of [
      [down, { message: "down" }],
      [cut, { kind: "truncated" }],
      [{ text: " " }, { kind: "empty" }],
    ] as const) {
      const { model, requests } = recorded([step, { text: "{}" }])
      await expect(chatJson(model, { messages: MESSAGES })).rejects.toMatchObject(fields)
      expect(requests).toHaveLength(1)
    }
  })

  it("refuses a fence when told to", async () => {
    const { model } = recorded([{ text: "```\n{}\n```" }])
    await expect(chatJson(model, { messages: MESSAGES, reject_fenced: true })).rejects.toMatchObject({
      kind: "fenced",
    })
    const values = ["1", "true", "Yes", "on", "0", undefined]
    expect(values.map((value) => rejectsFencedJson({ PROOFLOOP_G14_REJECT_FENCED_JSON: value }))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

describe("chat", () => {
  const transient = { throws: { kind: "transient", message: "time-out" } } as const
  const waiting = () => {
    const waits: number[] = []
    return { waits, clock: { sleep: (ms: number) => Promise.resolve(void waits.push(ms)) } }
  }

  it("tries a failed connection again, twice, with doubled delays", async () => {
    const { waits, clock } = waiting()
    const model = scriptedModel([transient, transient, { text: "hi" }])
    expect(await chat(model, { messages: MESSAGES, clock })).toBe("hi")
    expect(waits).toEqual([2000, 4000])
  })

  it("gives up after the third, and at once on any other failure", async () => {
    const { waits, clock } = waiting()
    const steps = [transient, transient, transient, { text: "late" }]
    await expect(chat(scriptedModel(steps), { messages: MESSAGES, clock })).rejects.toThrow("time-out")
    expect(waits).toEqual([2000, 4000])
    const limited = { throws: { kind: "rate_limit", message: "slow down" } } as const
    await expect(chat(scriptedModel([limited]), { messages: MESSAGES, clock })).rejects.toThrow("slow down")
    expect(waits).toHaveLength(2)
  })
})
