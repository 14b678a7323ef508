import { InvalidOptionError } from "@proofloop/foundation/errors"
import { isRecord, type JsonObject } from "@proofloop/foundation/text"
import type { Tool } from "../protocol/executable_tool.ts"
import { isMcpCallResult, readMcpResult } from "./call_tool_result.ts"
import { checkOf } from "./tool_input.ts"

export interface McpToolDescription {
  readonly name: string
  /** What it does, for the model. Default: nothing. */
  readonly description?: string | undefined
  readonly inputSchema: object
}

/** The part of an MCP client (`@modelcontextprotocol/client`) that calls tools. */
export interface McpClient {
  /** Calls a tool of the server; `Client` of the MCP SDK has this method. */
  callTool(
    params: {
      name: string
      arguments?: Record<string, unknown>
    },
    options?: {
      signal?: AbortSignal
    },
  ): Promise<unknown>
}

/** What `listTools()` of an MCP client answers, with the client that calls them. */
export interface McpTools {
  readonly client: McpClient
  /** Every page of the list, or those of its tools that the run may use. */
  readonly tools: readonly McpToolDescription[]
}

/** Whether an entry of `tools` is meant as a list of an MCP server, even if its client is missing. */
export function isMcpTools(entry: object): entry is McpTools {
  if ("tools" in entry && Array.isArray(entry.tools)) return true
  return "client" in entry && callsTools(entry.client)
}

export function callsTools(value: unknown): value is McpClient {
  return (
    typeof value === "object" && value !== null && "callTool" in value && typeof value.callTool === "function"
  )
}

/** The tools of an MCP server; throws InvalidOptionError under the name `option` for a field that is missing. */
export function readMcpTools({ client, tools }: McpTools, option: string): readonly Tool[] {
  if (!callsTools(client)) {
    const expected = "an MCP client with callTool"
    throw new InvalidOptionError({ option: `${option}.client`, expected, got: client })
  }
  if (!Array.isArray(tools)) {
    const expected = "the tools of listTools(): a list, { ...(await client.listTools()), client }"
    throw new InvalidOptionError({ option: `${option}.tools`, expected, got: tools })
  }
  return tools.map((listed: unknown, index) => mcpTool(client, listed, `${option}.tools[${index}]`))
}

function mcpTool(client: McpClient, listed: unknown, option: string): Tool {
  if (!isRecord(listed)) {
    const expected = "a tool with name and inputSchema, as listTools() has them"
    throw new InvalidOptionError({ option, expected, got: listed })
  }
  const { name, description, inputSchema } = listed
  if (typeof name !== "string" || name === "") {
    const expected = "a name that is not empty"
    throw new InvalidOptionError({ option: `${option}.name`, expected, got: name })
  }
  if (!isRecord(inputSchema)) {
    const expected = "a JSON Schema"
    throw new InvalidOptionError({ option: `${option}.inputSchema`, expected, got: inputSchema })
  }
  const input_schema = inputSchema as JsonObject
  return {
    name,
    description: typeof description === "string" ? description : "",
    // A schema that cannot be read here is left to the server.
    ...(checkOf(input_schema) === null
      ? { input_schema: { type: "object" }, json_schema: input_schema }
      : { input_schema }),
    // The server's own hints (readOnlyHint, ...) decide nothing: the loop's `tool_annotations` do.
    async execute(call_arguments, { signal }) {
      const answer = await client.callTool({ name, arguments: call_arguments }, { signal })
      return isMcpCallResult(answer) ? readMcpResult(answer) : answer
    },
  }
}
