import { RequestError } from "@proofloop/foundation/files"
import { toStandardJsonSchema } from "@valibot/to-json-schema"
import { type } from "arktype"
import * as v from "valibot"
import { expect, expectTypeOf, test } from "vitest"
import * as z from "zod"
import { runScript, type Ran } from "../loop/loop.fixture.ts"
import type { Tool } from "../protocol/executable_tool.ts"
import { callTool } from "./call_tool.fixture.ts"
import { defineTool } from "./define_tool.ts"

const call = (tool: Tool, call_arguments: Record<string, unknown>): Promise<Ran> =>
  runScript([{ tool_calls: [{ name: tool.name, arguments: call_arguments }] }, { text: "done" }], {
    tools: [tool],
    event_content: true,
  })

const output = (ran: Ran): string | undefined =>
  ran.events.flatMap((event) => (event.type === "tool_call_end" ? [event.output] : []))[0]

test("run gets the arguments in the type and with the defaults of a zod schema", async () => {
  const tool = defineTool({
    name: "weather",
    description: "Weather of a city",
    input: z.object({ city: z.string(), days: z.number().default(3) }),
    run(args, { call_id }) {
      expectTypeOf(args).toEqualTypeOf<{ city: string; days: number }>()
      return `${args.city} ${args.days} ${typeof call_id}`
    },
  })
  const ran = await call(tool, { city: "Bern" })
  expect(output(ran)).toBe("Bern 3 string")
  expect(ran.requests[0]?.tools[0]).toMatchObject({
    name: "weather",
    description: "Weather of a city",
    input_schema: {
      type: "object",
      properties: { city: { type: "string" }, days: { default: 3 } },
      required: ["city"],
    },
  })
})

test("ArkType and valibot schemas give their types and their JSON Schema as well", async () => {
  const ark = defineTool({
    name: "ark",
    description: "",
    input: type({ file: "string", "line?": "number" }),
    run: ({ file, line }) => {
      expectTypeOf(line).toEqualTypeOf<number | undefined>()
      return `ark ${file.toUpperCase()}`
    },
  })
  const valibot = defineTool({
    name: "valibot",
    description: "",
    input: toStandardJsonSchema(v.object({ file: v.string() })),
    run: ({ file }) => `valibot ${file.toUpperCase()}`,
  })
  for (const tool of [ark, valibot]) {
    const ran = await call(tool, { file: "a.ts" })
    expect(output(ran)).toBe(`${tool.name} A.TS`)
    expect(ran.requests[0]?.tools[0]?.input_schema).toMatchObject({
      type: "object",
      properties: { file: { type: "string" } },
      required: ["file"],
    })
  }
})

test.each([
  ["zod", z.object({ city: z.string(), where: z.object({ zip: z.number() }) })],
  ["ArkType", type({ city: "string", where: { zip: "number" } })],
  ["valibot", toStandardJsonSchema(v.object({ city: v.string(), where: v.object({ zip: v.number() }) }))],
  [
    "JSON Schema",
    {
      type: "object",
      properties: {
        city: { type: "string" },
        where: { type: "object", properties: { zip: { type: "number" } }, required: ["zip"] },
      },
      required: ["city", "where"],
    } as const,
  ],
])(
  "arguments that %s refuses never reach run, and the model reads which field is wrong",
  async (_vendor, input) => {
    const ran_with: unknown[] = []
    const tool = defineTool({ name: "t", description: "", input, run: (args) => ran_with.push(args) })
    const ran = await call(tool, { city: "Bern", where: { zip: "none" } })
    expect(ran_with).toEqual([])
    expect(output(ran)).toMatch(/^The arguments are not valid: where\.zip\b/)
    expect(output(ran)).not.toMatch(/where\.zip.*where\.zip/)
    expect(ran.result.tools).toMatchObject({ failed: ["t"] })
  },
)

test("a schema that cannot tell its JSON Schema is refused with what helps, or told by json_schema", async () => {
  const input = v.object({ file: v.string() })
  const rest = { name: "t", description: "", input, run: ({ file }: { file: string }) => file }
  expect(() => defineTool(rest)).toThrow(
    "defineTool.input: expected a schema that tells its JSON Schema, by toStandardJsonSchema(schema) of @valibot/to-json-schema, or json_schema beside it",
  )
  const json_schema = { type: "object", properties: { file: { type: "string" } } }
  const ran = await call(defineTool({ ...rest, json_schema }), { file: "a.ts" })
  expect(ran.requests[0]?.tools[0]?.input_schema).toEqual(json_schema)
  expect(output(ran)).toBe("a.ts")
})

test("a schema that JSON Schema cannot express is refused by the name of its field", () => {
  const input = z.object({ when: z.date() })
  expect(() => defineTool({ name: "t", description: "", input, run: () => "" })).toThrow(
    /^defineTool\.input: expected a schema that JSON Schema can express \(Date cannot/,
  )
})

test.each([
  [{ name: undefined }, "defineTool.name: expected a name that is not empty, got undefined."],
  [{ name: "" }, 'defineTool.name: expected a name that is not empty, got the string "".'],
  [{ description: undefined }, "defineTool.description: expected a string, got undefined."],
  [{ input: undefined }, "defineTool.input: expected a JSON Schema, or a Standard Schema"],
  [{ run: undefined }, "defineTool.run: expected a function (args, context) => result, got undefined."],
  [{ execute: () => "" }, 'Did you mean "run"?'],
  [{ anotations: {} }, 'Did you mean "annotations"?'],
  [{ annotations: { evidence_role: "check" } }, "defineTool.annotations.evidence_role: expected"],
])("misuse names the field: %o", (change, message) => {
  const whole = { name: "t", description: "", input: z.object({}), run: () => "" }
  expect(() => defineTool({ ...whole, ...change } as typeof whole)).toThrow(message)
})

test.each([
  [new RequestError("a.ts: no such file"), "not_applied"],
  [new RequestError("a.ts: already so", { unchanged: true }), "unchanged"],
  [new Error("the disk is gone"), "unknown"],
])(
  "a run that throws %s is an error result that tells what it may have written",
  async (error, mutation_status) => {
    const run = () => {
      throw error
    }
    const result = await callTool(defineTool({ name: "t", description: "", input: z.object({}), run }), {})
    expect(result).toEqual({ ok: false, error: error.message, mutation_status })
  },
)
