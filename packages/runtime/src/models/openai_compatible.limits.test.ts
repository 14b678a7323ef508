import { getEventListeners } from "node:events"
import { createServer } from "node:http"
import { setTimeout as wait } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { execa } from "execa"
import { describe, expect, test, vi } from "vitest"
import type { LoopbackFault } from "../testing/loopback/model_server.ts"
import { ask, askRaw, call, delta, events, failure, hello, withServer } from "./loopback.fixture.ts"
import { openAICompatible } from "./openai_compatible.ts"

const script = [{ text: "word ".repeat(50) }]
const stall = (after_bytes: number): LoopbackFault[] => [{ request: "every", kind: "stall", after_bytes }]

/** Runs `use` beside a server that sends `start` of a stream and then nothing; `open` tells how many answers it owes. */
async function withStalledServer(
  start: string,
  use: (base_url: string, open: () => number) => Promise<void>,
): Promise<void> {
  let open = 0
  const server = createServer((_, response) => {
    open += 1
    response.on("close", () => (open -= 1))
    if (start === "") return
    response.writeHead(200, { "content-type": "text/event-stream" })
    response.write(start)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" ? address?.port : 0
  try {
    await use(`http://127.0.0.1:${port}/v1`, () => open)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const started_stream = `data: ${JSON.stringify(delta({ content: "a" }))}\n\ndata: {"cho`

describe("timeout_ms", () => {
  test.each([0, 1, 300])(
    "ends a call stalled after %i bytes, with a transient error",
    async (after_bytes) => {
      const error = await failure(ask({ script, faults: stall(after_bytes) }, { timeout_ms: 100 }))
      expect(error).toMatchObject({ kind: "transient" })
      expect(error.message).toContain("no complete reply within 100 ms")
    },
  )

  test("counts the whole call, not the gaps", async () => {
    const chunk_size = 1
    const slow = [{ text: "word ".repeat(5_000) }]
    const error = await failure(ask({ script: slow, chunk_size }, { timeout_ms: 150 }))
    expect(error.kind).toBe("transient")
  })

  test("ends a call whose fetch knows of no signal", async () => {
    const never: typeof fetch = async () => new Promise(() => {})
    const model = openAICompatible({ base_url: "http://h.invalid", model: "m", fetch: never, timeout_ms: 50 })
    expect((await failure(call(model))).kind).toBe("transient")
  })
})

describe("an abort", () => {
  const reason = new Error("the host aborts")

  test.each([
    ["before the answer", ""],
    ["in the middle of a stream", started_stream],
  ])("%s rejects with its reason and closes the connection", async (_, start) => {
    await withStalledServer(start, async (base_url, open) => {
      const controller = new AbortController()
      const reply = openAICompatible({ base_url, model: "m" })(hello, { signal: controller.signal })
      reply.catch(() => {})
      await vi.waitUntil(() => open() === 1, 10_000)
      await wait(20)
      controller.abort(reason)
      await expect(reply).rejects.toBe(reason)
      await vi.waitUntil(() => open() === 0, 10_000)
    })
  })

  test("leaves nothing that keeps a process alive", async () => {
    await withStalledServer(started_stream, async (base_url) => {
      const program = fileURLToPath(new URL("./openai/aborted_call.fixture.ts", import.meta.url))
      const child = await execa(
        process.execPath,
        ["--import", import.meta.resolve("tsx"), program, base_url],
        {
          timeout: 15_000,
          extendEnv: false,
        },
      )
      expect(child.stdout).toBe("the host aborts")
    })
  })

  test("before the call sends nothing", async () => {
    await withServer({ script }, async ({ url, requests }) => {
      const signal = AbortSignal.abort(reason)
      await expect(openAICompatible({ base_url: url, model: "m" })(hello, { signal })).rejects.toBe(reason)
      expect(requests).toEqual([])
    })
  })

  test("from within on_delta rejects, and no further piece is told", async () => {
    await withServer({ script, chunk_size: 64 }, async ({ url }) => {
      const controller = new AbortController()
      const pieces: string[] = []
      const on_delta = (text: string): void => {
        pieces.push(text)
        controller.abort(reason)
      }
      const reply = openAICompatible({ base_url: url, model: "m" })(hello, {
        signal: controller.signal,
        on_delta,
      })
      await expect(reply).rejects.toBe(reason)
      const told = pieces.length
      await wait(50)
      expect(pieces.length).toBe(told)
      expect(told).toBeLessThan(5)
    })
  })

  test("from within on_delta stops the pieces that have already arrived", async () => {
    const controller = new AbortController()
    const body = events(delta({ content: "a" }), delta({ content: "b" }), delta({ content: "c" })).join("")
    const fetch: typeof globalThis.fetch = async () =>
      new Response(body, { headers: { "content-type": "text/event-stream" } })
    const pieces: string[] = []
    const on_delta = (text: string): void => {
      pieces.push(text)
      controller.abort(reason)
    }
    const model = openAICompatible({ base_url: "http://h.invalid", model: "m", fetch })
    await expect(model(hello, { signal: controller.signal, on_delta })).rejects.toBe(reason)
    expect(pieces).toEqual(["a"])
  })

  test("with a reason that is no error becomes an AbortError", async () => {
    const controller = new AbortController()
    const never: typeof fetch = async () => new Promise(() => {})
    const model = openAICompatible({ base_url: "http://h.invalid", model: "m", fetch: never })
    const reply = model(hello, { signal: controller.signal })
    controller.abort("stop it")
    await expect(reply).rejects.toMatchObject({ name: "AbortError", message: "aborted: stop it" })
  })

  test("cancels the body of a fetch that knows of no signal", async () => {
    let cancelled: unknown
    const body = new ReadableStream({
      cancel(why) {
        cancelled = why
      },
    })
    const fetch: typeof globalThis.fetch = async () =>
      new Response(body, { headers: { "content-type": "text/event-stream" } })
    const controller = new AbortController()
    const model = openAICompatible({ base_url: "http://h.invalid", model: "m", fetch })
    const reply = model(hello, { signal: controller.signal })
    setTimeout(() => controller.abort(reason), 20)
    await expect(reply).rejects.toBe(reason)
    await wait(10)
    expect(cancelled).toBe(reason)
  })

  test("a signal that lives through many calls keeps no listener", async () => {
    const { signal } = new AbortController()
    await withServer({ script, when_exhausted: "repeat_last" }, async ({ url }) => {
      const model = openAICompatible({ base_url: url, model: "m" })
      for (let turn = 0; turn < 5; turn += 1) await model(hello, { signal })
    })
    expect(getEventListeners(signal, "abort")).toEqual([])
  })
})

test("a throw from on_delta ends the call with that error and closes the connection", async () => {
  const boom = new Error("boom")
  await withStalledServer(started_stream, async (base_url, open) => {
    const reply = call(openAICompatible({ base_url, model: "m" }), hello, () => {
      throw boom
    })
    await expect(reply).rejects.toBe(boom)
    await vi.waitUntil(() => open() === 0, 10_000)
  })
})

test("one connection serves several calls", async () => {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { "content-type": "text/event-stream" })
    for (const event of events(delta({ content: "a" }, "stop"))) response.write(event)
    setTimeout(() => response.end(), 10)
  })
  let connections = 0
  server.on("connection", () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const base_url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`
  const model = openAICompatible({ base_url, model: "m" })
  for (let turn = 0; turn < 3; turn += 1) {
    await call(model)
    await wait(5)
  }
  expect(connections).toBe(1)
  server.closeAllConnections()
  server.close()
})

describe("max_response_bytes", () => {
  test.each([true, false])("refuses a bigger reply (stream %s)", async (stream) => {
    const error = await failure(
      ask({ script: [{ text: "x".repeat(5_000) }] }, { stream, max_response_bytes: 4_000 }),
    )
    expect(error.kind).toBe("invalid_response")
    expect(error.message).toContain("larger than 4000 bytes")
  })

  test("stops an endless line", async () => {
    const line = "x".repeat(1_000_000)
    const error = await failure(askRaw(["data: ", ...Array.from({ length: 20 }, () => line)]))
    expect(error.message).toContain("larger than 8388608 bytes")
  })

  test("holds for an endless error body, which keeps its status", async () => {
    const body = Array.from({ length: 20 }, () => "y".repeat(1_000_000))
    expect(await failure(askRaw(body, { status: 503 }))).toMatchObject({
      kind: "provider_5xx",
      http_status: 503,
    })
  })

  test("a reply of 4 MB in small events is read in good time", async () => {
    const chunk = events(delta({ content: "x".repeat(100) }))
      .slice(0, 1)
      .join("")
      .repeat(200)
    const many = Array.from({ length: 100 }, () => chunk)
    const started = performance.now()
    const reply = await askRaw([...many, ...events(delta({}, "stop"))])
    expect(reply.text.length).toBe(2_000_000)
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

test("100 000 fragments of one call that repeat its name are joined in good time", async () => {
  const fragment = { index: 0, function: { name: "f", arguments: "}" } }
  const opening = { index: 0, function: { name: "f", arguments: '{"a":' } }
  const chunk = `data: ${JSON.stringify(delta({ tool_calls: [opening, ...Array.from({ length: 100_000 }, () => fragment)] }, "tool_calls"))}\n\n`
  const started = performance.now()
  const reply = await askRaw([chunk])
  expect(reply.parse_errors).toHaveLength(1)
  expect(performance.now() - started).toBeLessThan(5_000)
})
