import { randomUUID } from "node:crypto"
import { type CallToolResult, McpServer } from "@modelcontextprotocol/server"
import { InvalidOptionError } from "@proofloop/foundation/errors"
import type { JsonObject } from "@proofloop/foundation/text"
import type { Tool } from "@proofloop/runtime"
import type { z } from "zod"

export interface ToolServerOptions {
  readonly name: string
  readonly version: string
  readonly tools: readonly Tool[]
  /** What a client tells its model of the tools. Default none. */
  readonly instructions?: string | undefined
}

/** MCP servers of tools, one a connection; a failed call is an error result. Throws InvalidOptionError without a Standard Schema. */
export function toolServerFactory(options: ToolServerOptions): () => McpServer {
  const { name, version, tools, instructions } = options
  for (const { name: tool, input_schema } of tools) {
    if ("~standard" in input_schema) continue
    throw new InvalidOptionError({
      option: `tools.${tool}.input_schema`,
      expected: "a Standard Schema, such as z.object({ ... }) of zod 4",
      got: input_schema,
    })
  }
  return () => {
    const server = new McpServer({ name, version }, instructions === undefined ? {} : { instructions })
    for (const tool of tools) register(server, tool)
    return server
  }
}

function register(server: McpServer, tool: Tool): void {
  const { name, description, input_schema, annotations } = tool
  const config = {
    description,
    inputSchema: input_schema as unknown as z.ZodObject,
    annotations: { readOnlyHint: typeof annotations === "object" && annotations.read_only === true },
  }
  server.registerTool(name, config, async (input, { mcpReq }) =>
    answer(tool, input as JsonObject, mcpReq.signal),
  )
}

async function answer(tool: Tool, input: JsonObject, signal: AbortSignal): Promise<CallToolResult> {
  const given: unknown = await tool.execute(input, { signal, call_id: randomUUID(), iteration: 1 })
  const { ok, error, result } = Object(given) as { ok?: unknown; error?: unknown; result?: unknown }
  if (ok !== false) return { content: [text(result ?? given)] }
  const why = typeof error === "string" ? error : "the tool failed"
  return { isError: true, content: [text(why), ...(result === undefined ? [] : [text(result)])] }
}

function text(value: unknown) {
  return { type: "text" as const, text: typeof value === "string" ? value : JSON.stringify(value) }
}
