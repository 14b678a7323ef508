import { getEventListeners } from "node:events"
import { createServer } from "node:http"
import { setTimeout as wait } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { execa } from "execa"
import { describe, expect, test, vi } from "vitest"
import { call, delta, events, HELLO, withServer } from "./loopback.fixture.ts"
import { openAICompatible } from "./openai_compatible.ts"

const SCRIPT = [{ text: "word ".repeat(50) }]

/**
 * Runs `use` beside a server that sends `start` of a stream and then nothing; `open` tells how many answers are
 * unfinished.
 */
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

const startedStream = `data: ${JSON.stringify(delta({ content: "a" }))}\n\ndata: {"cho`

describe("an abort", () => {
  const reason = new Error("the host aborts")

  test.each([
    ["before the answer", ""],
    ["in the middle of a stream", startedStream],
  ])("%s rejects with its reason and closes the connection", async (_, start) => {
    await withStalledServer(start, async (base_url, open) => {
      const controller = new AbortController()
      const reply = openAICompatible({ base_url, model: "m" })(HELLO, { signal: controller.signal })
      reply.catch(() => {})
      await vi.waitUntil(() => open() === 1, 10_000)
      await wait(20)
      controller.abort(reason)
      await expect(reply).rejects.toBe(reason)
      await vi.waitUntil(() => open() === 0, 10_000)
    })
  })

  test("leaves nothing that keeps a process alive", async () => {
    await withStalledServer(startedStream, async (base_url) => {
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
    await withServer({ script: SCRIPT }, async ({ url, requests }) => {
      const signal = AbortSignal.abort(reason)
      await expect(openAICompatible({ base_url: url, model: "m" })(HELLO, { signal })).rejects.toBe(reason)
      expect(requests).toEqual([])
    })
  })

  test("from within on_delta rejects, and no further piece is told", async () => {
    await withServer({ script: SCRIPT, chunk_size: 64 }, async ({ url }) => {
      const controller = new AbortController()
      const pieces: string[] = []
      const on_delta = (text: string): void => {
        pieces.push(text)
        controller.abort(reason)
      }
      const reply = openAICompatible({ base_url: url, model: "m" })(HELLO, {
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
    await expect(model(HELLO, { signal: controller.signal, on_delta })).rejects.toBe(reason)
    expect(pieces).toEqual(["a"])
  })

  test("with a reason that is no error becomes an AbortError", async () => {
    const controller = new AbortController()
    const never: typeof fetch = async () => new Promise(() => {})
    const model = openAICompatible({ base_url: "http://h.invalid", model: "m", fetch: never })
    const reply = model(HELLO, { signal: controller.signal })
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
    const reply = model(HELLO, { signal: controller.signal })
    setTimeout(() => controller.abort(reason), 20)
    await expect(reply).rejects.toBe(reason)
    await wait(10)
    expect(cancelled).toBe(reason)
  })

  test("cancels the body of an answer that comes too late", async () => {
    const controller = new AbortController()
    let cancelled = false
    const body = new ReadableStream({ cancel: () => void (cancelled = true) })
    const fetch: typeof globalThis.fetch = async () => {
      await wait(20)
      return new Response(body)
    }
    const model = openAICompatible({ base_url: "http://h.invalid", model: "m", fetch })
    const reply = model(HELLO, { signal: controller.signal })
    controller.abort(reason)
    await expect(reply).rejects.toBe(reason)
    await vi.waitUntil(() => cancelled, 10_000)
  })

  test("a signal that lives through many calls keeps no listener", async () => {
    const { signal } = new AbortController()
    await withServer({ script: SCRIPT, when_exhausted: "repeat_last" }, async ({ url }) => {
      const model = openAICompatible({ base_url: url, model: "m" })
      for (let turn = 0; turn < 5; turn += 1) await model(HELLO, { signal })
    })
    expect(getEventListeners(signal, "abort")).toEqual([])
  })
})

test("a throw from on_delta ends the call with that error and closes the connection", async () => {
  const boom = new Error("boom")
  await withStalledServer(startedStream, async (base_url, open) => {
    const reply = call(openAICompatible({ base_url, model: "m" }), HELLO, () => {
      throw boom
    })
    await expect(reply).rejects.toBe(boom)
    await vi.waitUntil(() => open() === 0, 10_000)
  })
})
