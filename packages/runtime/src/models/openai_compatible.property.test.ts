import fc from "fast-check"
import { expect, test } from "vitest"
import { isModelError } from "../errors/model_error.ts"
import { call, delta, events } from "./loopback.fixture.ts"
import { openAICompatible } from "./openai_compatible.ts"

const API_KEY = "sk-0123456789"

/** How a call ends whose server answers with these bytes. */
async function outcome(body: Uint8Array | string, content_type: string): Promise<string> {
  const fetch: typeof globalThis.fetch = async () =>
    new Response(body, { headers: { "content-type": content_type } })
  const model = openAICompatible({ base_url: "http://h.invalid/v1", model: "m", api_key: API_KEY, fetch })
  try {
    const reply = await call(model)
    return reply.tool_calls.every(({ id, name }) => id && name) ? "reply" : "nameless call"
  } catch (error) {
    if (!isModelError(error)) throw error
    return error.message.includes(API_KEY) ? "leaked key" : error.kind
  }
}

const types = fc.constantFrom("text/event-stream", "application/json", "text/html", "")

test("any bytes end in a reply or a ModelError", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), types, async (bytes, type) => {
      expect(["transient", "invalid_response", "wrong_endpoint"]).toContain(await outcome(bytes, type))
    }),
  )
})

test("any JSON, streamed or not, ends in a reply or a ModelError", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.json(), { maxLength: 4 }), types, async (values, type) => {
      const text =
        type === "text/event-stream" ? values.map((value) => `data: ${value}\n\n`).join("") : values.join("")
      expect(await outcome(text, type)).not.toBe("leaked key")
    }),
  )
})

const anything = fc.jsonValue({ maxDepth: 1 })
const fragment = fc.record(
  {
    index: fc.oneof(fc.nat(2), anything),
    id: fc.oneof(fc.constantFrom("a", "b", ""), anything),
    function: fc.oneof(
      fc.record(
        {
          name: fc.constantFrom("f", "g", "", null),
          arguments: fc.oneof(fc.constantFrom("{}", '{"a":', "1}", ""), anything),
        },
        { requiredKeys: [] },
      ),
      anything,
    ),
  },
  { requiredKeys: [] },
)
const chunk = fc.record(
  {
    content: fc.oneof(fc.string(), anything),
    tool_calls: fc.oneof(fc.array(fragment, { maxLength: 3 }), anything),
    refusal: fc.oneof(fc.string(), anything),
  },
  { requiredKeys: [] },
)

test("any chunks of nearly the right shape end in a reply or a ModelError", async () => {
  const seen = new Map<string, number>()
  const property = fc.asyncProperty(fc.array(chunk, { maxLength: 6 }), async (chunks) => {
    const end = await outcome(
      events(...chunks.map((one) => delta(one)), delta({}, "stop")).join(""),
      "text/event-stream",
    )
    seen.set(end, (seen.get(end) ?? 0) + 1)
  })
  await fc.assert(property, { numRuns: 500 })
  expect([...seen.keys()].toSorted()).toEqual(["invalid_response", "reply"])
})

test("whole calls and texts survive any way of cutting them into fragments", async () => {
  const call_of = fc.record({
    name: fc.constantFrom("f", "g"),
    arguments: fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 1 }), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.string(),
      fc.array(call_of, { maxLength: 3 }),
      fc.integer({ min: 1, max: 9 }),
      async (text, calls, size) => {
        const cut = (whole: string): string[] => whole.match(new RegExp(`[^]{1,${size}}`, "gu")) ?? []
        const chunks = cut(text).map((content) => delta({ content }))
        for (const [index, one] of calls.entries()) {
          chunks.push(
            delta({ tool_calls: [{ index, id: `c${index}`, function: { name: one.name, arguments: "" } }] }),
          )
          for (const piece of cut(JSON.stringify(one.arguments)))
            chunks.push(delta({ tool_calls: [{ index, function: { arguments: piece } }] }))
        }
        const body = events(...chunks, delta({}, "tool_calls")).join("")
        const fetch: typeof globalThis.fetch = async () =>
          new Response(body, { headers: { "content-type": "text/event-stream" } })
        const reply = await call(openAICompatible({ base_url: "http://h.invalid", model: "m", fetch }))
        expect(reply).toMatchObject({ text })
        expect(JSON.stringify(reply.tool_calls)).toBe(
          JSON.stringify(calls.map((one, index) => ({ id: `c${index}`, ...one }))),
        )
      },
    ),
  )
})
