import { createServer } from "node:http"
import { setTimeout as wait } from "node:timers/promises"
import { describe, expect, test } from "vitest"
import { cpuMs } from "../../../foundation/src/process/cpu_time.fixture.ts"
import type { LoopbackFault } from "../testing/loopback/model_server.ts"
import { ask, askRaw, call, delta, events, failure } from "./loopback.fixture.ts"
import { openAICompatible } from "./openai_compatible.ts"

const SCRIPT = [{ text: "word ".repeat(50) }]
const stall = (after_bytes: number): LoopbackFault[] => [{ request: "every", kind: "stall", after_bytes }]

describe("timeout_ms", () => {
  test.each([0, 1, 300])(
    "ends a call stalled after %i bytes, with a transient error",
    async (after_bytes) => {
      const error = await failure(ask({ script: SCRIPT, faults: stall(after_bytes) }, { timeout_ms: 100 }))
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

test("a connection serves several calls", async () => {
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
  for (let turn = 0; turn < 10; turn += 1) {
    await call(model)
    await wait(5)
  }
  // On a busy machine a stream may end too late for its connection to be kept; not every one does.
  expect(connections).toBeLessThan(10)
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

  test("is met exactly by a reply of that size", async () => {
    const body = JSON.stringify({ choices: [{ message: { content: "a" } }] })
    const options = { content_type: "application/json", max_response_bytes: body.length }
    expect((await askRaw([body], options)).text).toBe("a")
    expect((await failure(askRaw([`${body} `], options))).kind).toBe("invalid_response")
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
    const started = cpuMs()
    const reply = await askRaw([...many, ...events(delta({}, "stop"))])
    expect(reply.text.length).toBe(2_000_000)
    expect(cpuMs() - started).toBeLessThan(10_000)
  })
})

test("100 000 fragments of one call that repeat its name are joined in good time", async () => {
  const fragment = { index: 0, function: { name: "f", arguments: "}" } }
  const opening = { index: 0, function: { name: "f", arguments: '{"a":' } }
  const chunk = `data: ${JSON.stringify(delta({ tool_calls: [opening, ...Array.from({ length: 100_000 }, () => fragment)] }, "tool_calls"))}\n\n`
  const started = cpuMs()
  const reply = await askRaw([chunk])
  expect(reply.parse_errors).toHaveLength(1)
  expect(cpuMs() - started).toBeLessThan(5_000)
})
