import { request } from "node:http"
import { expect, test } from "vitest"
import { startLoopbackModelServer, type LoopbackFault } from "./model_server.ts"

interface Received {
  readonly status: number | null
  readonly headers: Readonly<Record<string, unknown>>
  readonly chunks: readonly string[]
  /** How the body went: it ended, it broke, or nothing more came for 300 ms. */
  readonly end: "ended" | "broken" | "silent"
}

/** What a plain HTTP client gets from a server that applies `fault` to all requests. */
async function receive(
  fault: Omit<LoopbackFault, "request"> | null,
  { stream = false, chunk_size }: { readonly stream?: boolean; readonly chunk_size?: number } = {},
): Promise<Received> {
  const faults: LoopbackFault[] = fault ? [{ request: "every", ...fault }] : []
  const server = await startLoopbackModelServer({ script: [{ text: "some text" }], faults, chunk_size })
  try {
    return await new Promise((resolve) => {
      const got = { status: null as number | null, headers: {}, chunks: [] as string[] }
      const silent = setTimeout(() => resolve({ ...got, end: "silent" }), 300)
      const finish = (end: Received["end"]): void => {
        clearTimeout(silent)
        resolve({ ...got, end })
      }
      const client = request(
        `${server.url}/chat/completions`,
        { method: "POST", agent: false },
        (response) => {
          got.status = response.statusCode ?? null
          got.headers = response.headers
          response.on("data", (chunk: Buffer) => {
            got.chunks.push(chunk.toString())
            silent.refresh()
          })
          response.on("end", () => finish("ended"))
          response.on("error", () => finish("broken"))
        },
      )
      client.on("error", () => finish("broken"))
      client.end(JSON.stringify({ messages: [], stream }))
    })
  } finally {
    await server.close()
  }
}

const whole = (await receive(null)).chunks.join("")
const half = Math.floor(whole.length / 2)

test.each([
  ["cut", undefined, whole.slice(0, half), "ended"],
  ["cut", 10, whole.slice(0, 10), "ended"],
  ["reset", undefined, whole.slice(0, half), "broken"],
  ["stall", undefined, whole.slice(0, half), "silent"],
  ["stall", 10_000, whole, "silent"],
] as const)("%s after %s bytes", async (kind, after_bytes, text, end) => {
  const { chunks, ...received } = await receive({ kind, after_bytes })
  expect(received).toMatchObject({ status: 200, end })
  expect(chunks.join("")).toBe(text)
})

test.each([
  ["cut", 200, "ended"],
  ["reset", null, "broken"],
  ["stall", null, "silent"],
] as const)("%s after 0 bytes sends no body", async (kind, status, end) => {
  expect(await receive({ kind, after_bytes: 0 })).toMatchObject({ status, chunks: [], end })
})

test("status is 500 without Retry-After unless told", async () => {
  const { status, headers, chunks } = await receive({ kind: "status" })
  expect([status, chunks.join("")]).toEqual([500, '{"error":{"message":"injected fault","type":"injected"}}'])
  expect(headers).not.toHaveProperty("retry-after")
  expect((await receive({ kind: "status", retry_after: 2 })).headers).toHaveProperty("retry-after", "2")
})

test("malformed_json breaks the JSON and keeps the frame", async () => {
  expect((await receive({ kind: "malformed_json" })).chunks.join("")).toBe(whole.slice(0, half))
  const sound = (await receive(null, { stream: true })).chunks.join("").split("\n\n")
  const broken = (await receive({ kind: "malformed_json" }, { stream: true })).chunks.join("").split("\n\n")
  expect(broken.length).toBe(sound.length)
  expect(sound[0]?.startsWith(broken[0] ?? "nothing")).toBe(true)
  expect(broken[0]).not.toBe(sound[0])
})

test("content_type changes nothing else", async () => {
  const received = await receive({ kind: "content_type" })
  expect(received.chunks.join("")).toBe(whole)
  expect(received.headers).toHaveProperty("content-type", "text/html")
})

test("chunk_size is the size of a write", async () => {
  const { chunks } = await receive(null, { chunk_size: 7 })
  expect(chunks).toEqual(whole.match(/.{1,7}/g))
})

test("without chunk_size an event is a write", async () => {
  const { chunks } = await receive(null, { stream: true })
  expect(chunks.length).toBeGreaterThan(3)
  expect(
    chunks.every((chunk) => chunk.startsWith("data: ") && chunk.indexOf("\n\n") === chunk.length - 2),
  ).toBe(true)
})
