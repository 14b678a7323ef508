import { isInvalidOptionError } from "@proofloop/foundation/errors"
import { describe, expect, test } from "vitest"
import {
  startLoopbackModelServer,
  type LoopbackModelServer,
  type LoopbackModelServerOptions,
} from "./model_server.ts"

async function serving<T>(
  options: LoopbackModelServerOptions,
  use: (server: LoopbackModelServer) => Promise<T>,
): Promise<T> {
  const server = await startLoopbackModelServer(options)
  try {
    return await use(server)
  } finally {
    await server.close()
  }
}

async function post(server: LoopbackModelServer, body: unknown = { messages: [] }): Promise<Response> {
  return fetch(`${server.url}/chat/completions`, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
  })
}

async function content(response: Response): Promise<unknown> {
  const body: unknown = await response.json()
  return JSON.parse(
    JSON.stringify(body, (key, value) => (key === "choices" ? value[0].message.content : value)),
  )
}

describe("startLoopbackModelServer", () => {
  test("serves completions on 127.0.0.1, byte for byte the same each time", async () => {
    const script = [{ text: "hi", tool_calls: [{ name: "edit", arguments: { a: 1 } }] }]
    const bodies = [0, 1].map(async () =>
      serving({ script }, async (server) => {
        expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
        return (await post(server)).text()
      }),
    )
    const [first, second] = await Promise.all(bodies)
    expect(first).toBe(second)
    expect(JSON.parse(first ?? "")).toEqual({
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 0,
      model: "scripted",
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: "hi",
            tool_calls: [
              { id: "call_1_1", type: "function", function: { name: "edit", arguments: '{"a":1}' } },
            ],
          },
          finish_reason: "tool_calls",
        },
      ],
      usage: { prompt_tokens: 3, completion_tokens: 10, total_tokens: 13 },
    })
  })

  test("streams text and arguments in pieces, usage only when asked, and [DONE]", async () => {
    const script = [
      {
        text: "a text of more than sixteen characters",
        tool_calls: [{ name: "edit", arguments: { text: "x".repeat(20) } }],
      },
    ]
    const read = async (body: object) =>
      serving({ script }, async (server) => {
        const response = await post(server, { messages: [], stream: true, ...body })
        expect(response.headers.get("content-type")).toBe("text/event-stream")
        return (await response.text()).split("\n\n").filter((event) => event !== "")
      })
    const events = await read({})
    expect(events.every((event) => event.startsWith("data: "))).toBe(true)
    expect(events.at(-1)).toBe("data: [DONE]")
    expect(events.filter((event) => event.includes('"content":"')).length).toBe(4)
    expect(events.filter((event) => event.includes('"arguments":"')).length).toBe(3)
    expect(events.join("")).not.toContain("usage")
    const with_usage = await read({ stream_options: { include_usage: true } })
    expect(with_usage.length).toBe(events.length + 1)
    expect(with_usage.at(-2)).toContain('"choices":[],"usage":{')
  })

  test("asks a function with the request and the turn, and records requests", async () => {
    await serving(
      { script: async ({ body }, turn) => ({ text: `${turn} ${JSON.stringify(body)}` }) },
      async (server) => {
        expect(await content(await post(server, { n: 1 }))).toMatchObject({ choices: '1 {"n":1}' })
        expect(await content(await post(server, "no json"))).toMatchObject({ choices: '2 "no json"' })
        expect(server.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
          ["POST", "/v1/chat/completions", { n: 1 }],
          ["POST", "/v1/chat/completions", "no json"],
        ])
        expect(server.requests[0]?.headers).toMatchObject({ host: new URL(server.url).host })
      },
    )
  })

  test("keeps the last 1000 requests", async () => {
    await serving({ script: ({ body }) => ({ text: String(body) }) }, async (server) => {
      for (let batch = 0; batch < 51; batch += 1) {
        await Promise.all(
          Array.from({ length: 20 }, async (_, at) => (await post(server, String(batch * 20 + at))).text()),
        )
      }
      expect(server.requests).toHaveLength(1000)
      expect(server.requests.map(({ body }) => Number(body)).every((number) => number >= 20)).toBe(true)
    })
  })

  test("refuses other routes, an exhausted script and a script that throws, without harm", async () => {
    const script = async (_: unknown, turn: number) => {
      if (turn === 1) throw new Error("no such turn")
      return { text: "fine" }
    }
    await serving({ script }, async (server) => {
      const other = await fetch(`${server.url}/models`)
      expect([other.status, await other.text()]).toEqual([404, expect.stringContaining("GET /v1/models")])
      expect((await post(server)).status).toBe(200)
    })
    await serving({ script }, async (server) => {
      const thrown = await post(server)
      expect([thrown.status, await thrown.text()]).toEqual([400, expect.stringContaining("no such turn")])
    })
    await serving({ script: [] }, async (server) => {
      expect(await (await post(server)).text()).toContain("the script had 0 steps and was asked for turn 1")
    })
    await serving({ script: [{ text: "one" }], when_exhausted: "repeat_last" }, async (server) => {
      await post(server)
      expect(await content(await post(server))).toMatchObject({ id: "chatcmpl-2", choices: "one" })
    })
  })

  test("waits for delay_ms", async () => {
    await serving({ script: [{ delay_ms: 60 }] }, async (server) => {
      const started = performance.now()
      await post(server)
      expect(performance.now() - started).toBeGreaterThan(55)
    })
  })

  test("a fault hits its own request and leaves the step to the next", async () => {
    const faults = [
      {
        request: 2,
        kind: "status" as const,
        status: 418,
        retry_after: "Thu, 01 Jan 2026 00:00:00 GMT",
        headers: { "x-fault": "yes" },
      },
      {
        request: 3,
        kind: "body" as const,
        chunks: ["a", Uint8Array.of(98)],
        content_type: "text/plain",
        status: 201,
      },
    ]
    await serving({ script: [{ text: "one" }, { text: "two" }], faults }, async (server) => {
      expect(await content(await post(server))).toMatchObject({ choices: "one" })
      const refused = await post(server)
      expect([refused.status, refused.headers.get("retry-after"), refused.headers.get("x-fault")]).toEqual([
        418,
        "Thu, 01 Jan 2026 00:00:00 GMT",
        "yes",
      ])
      const raw = await post(server)
      expect([raw.status, raw.headers.get("content-type"), await raw.text()]).toEqual([
        201,
        "text/plain",
        "ab",
      ])
      expect(await content(await post(server))).toMatchObject({ choices: "two" })
    })
  })

  test("close frees the port, ends what hangs, and may be called again", async () => {
    const faults = [{ request: 1, kind: "stall" as const, after_bytes: 0 }]
    const server = await startLoopbackModelServer({
      script: ({ body }) => ({ delay_ms: body === 2 ? 600_000 : 0 }),
      faults,
    })
    const stalled = post(server, 1).then(
      () => "answered",
      () => "dropped",
    )
    while (server.requests.length < 1) await new Promise((resolve) => setTimeout(resolve, 5))
    const delayed = post(server, 2).then(
      () => "answered",
      () => "dropped",
    )
    while (server.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    await Promise.all([server.close(), server.close()])
    await server.close()
    expect(await Promise.all([stalled, delayed])).toEqual(["dropped", "dropped"])
    const port = Number(new URL(server.url).port)
    await serving({ script: [{ text: "again" }], port }, async (next) => {
      expect(next.url).toBe(server.url)
      await expect(startLoopbackModelServer({ script: [], port })).rejects.toMatchObject({
        code: "EADDRINUSE",
      })
    })
  })

  test.each([
    [{}, "startLoopbackModelServer.script"],
    [{ script: [{ txt: "" }] }, "startLoopbackModelServer.script[0].txt"],
    [{ script: [], port: 70_000 }, "startLoopbackModelServer.port"],
    [{ script: [], chunk_size: 0 }, "startLoopbackModelServer.chunk_size"],
    [{ script: [], chunksize: 1 }, "startLoopbackModelServer.chunksize"],
    [{ script: [], faults: [{ request: 0, kind: "reset" }] }, "startLoopbackModelServer.faults[0].request"],
    [{ script: [], faults: [{ request: 1, kind: "explode" }] }, "startLoopbackModelServer.faults[0].kind"],
  ])("%j is refused as %s", async (options, option) => {
    // @ts-expect-error what a host without types may pass
    const refused: unknown = await startLoopbackModelServer(options).catch((error: unknown) => error)
    expect(isInvalidOptionError(refused) ? refused.option : refused).toBe(option)
  })
})
