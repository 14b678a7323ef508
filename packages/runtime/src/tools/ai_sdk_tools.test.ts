import { createMCPClient } from "@ai-sdk/mcp"
import { Client } from "@modelcontextprotocol/client"
import { McpServer } from "@modelcontextprotocol/server"
import { dynamicTool, jsonSchema, tool, zodSchema } from "ai"
import { expect, test } from "vitest"
import * as z from "zod"
import { createAgentLoop } from "../loop/create_agent_loop.ts"
import { runScript, type Ran } from "../loop/loop.fixture.ts"
import type { ScriptedStep } from "../models/scripted.ts"
import { scriptedModel } from "../models/scripted.ts"
import { defineTool } from "./define_tool.ts"
import { linkedPair } from "./linked_pair.fixture.ts"
import type { ToolsInput } from "./read_tools.ts"

const outputs = (ran: Ran): readonly (string | undefined)[] =>
  ran.events.flatMap((event) => (event.type === "tool_call_end" ? [event.output] : []))

const call = (tools: ToolsInput, name: string, given: Record<string, unknown> = {}): Promise<Ran> =>
  runScript([step(name, given), { text: "done" }], { tools, event_content: true })

const step = (name: string, given: Record<string, unknown>): ScriptedStep => ({
  tool_calls: [{ name, arguments: given }],
})

const weather = tool({
  description: "Weather of a city",
  inputSchema: z.object({ city: z.string() }),
  execute: ({ city }, { toolCallId, abortSignal }) =>
    `${city}: sunny ${typeof toolCallId} ${abortSignal?.aborted}`,
})

test("a ToolSet of the AI SDK runs as it is", async () => {
  const ran = await call({ weather }, "weather", { city: "Bern" })
  expect(outputs(ran)).toEqual(["Bern: sunny string false"])
  expect(ran.requests[0]?.tools).toMatchObject([
    {
      name: "weather",
      description: "Weather of a city",
      input_schema: { properties: { city: { type: "string" } }, required: ["city"] },
    },
  ])
})

test("the arguments of an AI SDK tool are checked by its schema, whichever form that has", async () => {
  const ran_with: unknown[] = []
  const execute = (input: unknown): string => {
    ran_with.push(input)
    return "ran"
  }
  const json = { type: "object", properties: { city: { type: "string" } }, required: ["city"] } as const
  const tools = {
    zod: tool({ inputSchema: z.object({ city: z.string() }), execute }),
    wrapped: tool({ inputSchema: zodSchema(z.object({ city: z.string() })), execute }),
    plain: tool({ inputSchema: jsonSchema({ ...json, required: ["city"] }), execute }),
    lazy: tool({ inputSchema: () => jsonSchema({ ...json, required: ["city"] }), execute }),
    dynamic: dynamicTool({ inputSchema: jsonSchema({ ...json, required: ["city"] }), execute }),
  }
  for (const name of Object.keys(tools)) {
    expect(outputs(await call(tools, name, { city: 5 }))[0]).toMatch(/^The arguments are not valid: city: /)
    expect(outputs(await call(tools, name, { city: "Bern" }))).toEqual(["ran"])
  }
  expect(ran_with).toHaveLength(5)
})

test("what a tool throws, yields and keeps for approval is what the model reads", async () => {
  const tools = {
    throws: tool({
      inputSchema: z.object({}),
      execute: (): string => {
        throw new Error("no network")
      },
    }),
    yields: tool({
      inputSchema: z.object({}),
      async *execute() {
        yield "half"
        yield "whole"
      },
    }),
    asks: tool({ inputSchema: z.object({}), needsApproval: () => true, execute: () => "ran" }),
    does_not_ask: tool({ inputSchema: z.object({}), needsApproval: () => false, execute: () => "ran" }),
  }
  const said = await Promise.all(Object.keys(tools).map(async (name) => outputs(await call(tools, name))[0]))
  expect(said).toEqual([
    "no network",
    "whole",
    "This call needs a person's approval, and nobody can be asked here.",
    "ran",
  ])
})

test("the tools of an MCP client and of the AI SDK's MCP client run as they are, mixed with others", async () => {
  const client = new Client({ name: "host", version: "1" })
  const other = linkedPair()
  const pair = linkedPair()
  await Promise.all([serve("mcp_").connect(pair.server), client.connect(pair.client)])
  await serve("sdk_").connect(other.server)
  const sdk = await createMCPClient({ transport: other.client })
  const own = defineTool({ name: "own", description: "", input: z.object({}), run: () => "own" })
  const tools = [own, { weather }, { ...(await client.listTools()), client }, await sdk.tools()]
  const ran = await runScript(
    [
      step("own", {}),
      step("weather", { city: "Bern" }),
      step("mcp_add", { a: 1, b: 2 }),
      step("sdk_add", { a: 1, b: 2 }),
      step("mcp_add", { a: 1, b: "two" }),
      step("mcp_fails", {}),
      step("sdk_fails", {}),
      { text: "done" },
    ],
    { tools, event_content: true },
  )
  expect(outputs(ran)).toEqual([
    "own",
    "Bern: sunny string false",
    "3",
    "3",
    expect.stringMatching(/^The arguments are not valid: b: /),
    "it is broken",
    "it is broken",
  ])
  expect(ran.result.tools.failed).toEqual(["mcp_add", "mcp_fails", "sdk_fails"])
  await Promise.all([client.close(), sdk.close()])
})

/** A server with a tool that adds and one that fails. */
function serve(prefix: string): McpServer {
  const server = new McpServer({ name: "server", version: "1" })
  const numbers = z.object({ a: z.number(), b: z.number() })
  server.registerTool(`${prefix}add`, { description: "Adds", inputSchema: numbers }, ({ a, b }) => ({
    content: [{ type: "text", text: String(a + b) }],
  }))
  server.registerTool(`${prefix}fails`, { description: "Fails", inputSchema: z.object({}) }, () => ({
    isError: true,
    content: [{ type: "text", text: "it is broken" }],
  }))
  return server
}

test("tool_annotations say what tools do that cannot say it themselves", async () => {
  const run_tests = tool({
    inputSchema: z.object({}),
    execute: () => ({ exit_code: 1, output: "FAIL adds" }),
  })
  const ran = await runScript([step("run_tests", {}), { text: "done" }], {
    tools: { run_tests },
    tool_annotations: { run_tests: { evidence_role: "verification", check_id: "unit" } },
  })
  const evidence = ran.events.find((event) => event.type === "evidence")
  expect(evidence).toMatchObject({ check_id: "unit", class: "fail", source: "tool_result" })
})

const refused: readonly (readonly [string, unknown, string])[] = [
  [
    "a text",
    "weather",
    'createAgentLoop.tools: expected a list of tools, or tools by name, got the string "weather".',
  ],
  [
    "a tool without its name",
    [weather],
    "createAgentLoop.tools[0].name: expected the name of the tool; tools of the AI SDK have theirs as keys",
  ],
  [
    "no execute",
    { weather: tool({ inputSchema: z.object({}) }) },
    "createAgentLoop.tools.weather.execute: expected a function",
  ],
  [
    "no schema",
    { weather: { execute: () => "" } },
    "createAgentLoop.tools.weather.inputSchema: expected a schema of the arguments, got undefined.",
  ],
  [
    "a schema of nothing",
    { weather: { inputSchema: 5, execute: () => "" } },
    "createAgentLoop.tools.weather.inputSchema: expected a schema as tool() of the AI SDK takes it",
  ],
  [
    "one for approval",
    { weather: { ...weather, needsApproval: true } },
    "createAgentLoop.tools.weather.needsApproval: expected a tool that may run without approval",
  ],
  [
    "one of the provider",
    { search: { type: "provider", id: "openai.search", inputSchema: z.object({}) } },
    "createAgentLoop.tools.search.type: expected a tool that runs here",
  ],
  [
    "a promise",
    Promise.resolve({ weather }),
    "createAgentLoop.tools: expected the tools themselves, not a promise of them: await it, got an object.",
  ],
  [
    "a client alone",
    [{ callTool: () => Promise.resolve({}) }],
    "createAgentLoop.tools[0]: expected its tools beside it: { ...(await client.listTools()), client }",
  ],
  [
    "a list alone",
    [{ tools: [] }],
    "createAgentLoop.tools[0].client: expected an MCP client with callTool, got undefined.",
  ],
  [
    "a name alone",
    [{ name: "x" }],
    "createAgentLoop.tools[0].description: expected a string, got undefined.",
  ],
  [
    "no execute of ours",
    [{ name: "x", description: "", input_schema: {} }],
    "createAgentLoop.tools[0].execute: expected a function (call_arguments, context) => result, got undefined.",
  ],
  [
    "two of one name",
    [{ weather }, { weather }],
    'createAgentLoop.tools[1].weather.name: expected a name that no other tool has; createAgentLoop.tools[0].weather has this one already, got the string "weather".',
  ],
]

test.each(refused)("misuse says which field is missing: %s", (_what, tools, message) => {
  const model = scriptedModel([])
  expect(() => createAgentLoop({ model, tools: tools as ToolsInput })).toThrow(message)
})

test("annotations of no tool are refused with a near miss", () => {
  const model = scriptedModel([])
  const making = () =>
    createAgentLoop({ model, tools: { weather }, tool_annotations: { wether: { kind: "read" } } })
  expect(making).toThrow(/tool_annotations\.wether: expected the name of a tool .* Did you mean "weather"\?/)
  const slip = { weather: { kind: 5 } } as unknown as { weather: { kind: string } }
  expect(() => createAgentLoop({ model, tools: { weather }, tool_annotations: slip })).toThrow(
    "createAgentLoop.tool_annotations.weather.kind: expected a string",
  )
})
