import { randomUUID } from "node:crypto"
import { type CallToolResult, McpServer } from "@modelcontextprotocol/server"
import type { JsonObject } from "@proofloop/foundation/text"
import type { Tool } from "@proofloop/runtime"
import type { z } from "zod"
import { catalogue } from "../critics/catalogue.ts"
import { filesText } from "../critics/looked_at.ts"
import { criticAnswer, type CriticToolOptions, criticTools, toolName } from "../tools/critic_tools.ts"

export interface CriticServerOptions extends CriticToolOptions {
  readonly version: string
  /** Default: check_change alone, as each tool takes room in the prompt of a client. true, or `only`: a tool a critic as well. */
  readonly every_critic?: boolean | undefined
}

/** Makes MCP servers whose tools are the critics; one a connection. Throws InvalidOptionError for bad options. */
export function criticServerFactory(options: CriticServerOptions): () => McpServer {
  const { version, every_critic = options.only !== undefined, ...tool_options } = options
  const all = criticTools(tool_options)
  const tools = every_critic ? all : all.filter(({ name }) => name === "check_change")
  return () => {
    const server = new McpServer(
      { name: "proofloop", title: "proofloop critics", version },
      { instructions: INSTRUCTIONS },
    )
    for (const tool of tools) register(server, tool)
    return server
  }
}

const INSTRUCTIONS =
  "Critics that judge a change to a repository. Call check_change before you call a task done, and again after each repair; " +
  "it looks at what differs in the work tree, or at `changes` that you only propose. A finding is to be repaired, not argued with."

function register(server: McpServer, tool: Tool): void {
  const critic = catalogue.find(({ id }) => toolName(id) === tool.name)
  server.registerTool(
    tool.name,
    {
      title: critic === undefined ? "All critics" : `${critic.id} ${critic.title}`,
      description: tool.description,
      inputSchema: tool.input_schema as unknown as z.ZodObject,
      outputSchema: criticAnswer,
      annotations: {
        readOnlyHint: critic === undefined || critic.needs === "nothing",
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: critic?.needs === "network",
      },
    },
    async (input, { mcpReq }) => answer(tool, input as JsonObject, mcpReq.signal),
  )
}

async function answer(tool: Tool, input: JsonObject, signal: AbortSignal): Promise<CallToolResult> {
  const result = Object(await tool.execute(input, { signal, call_id: randomUUID(), iteration: 1 })) as {
    readonly ok: boolean
    readonly error?: string
    readonly result?: z.output<typeof criticAnswer>
  }
  if (!result.ok || result.result === undefined) {
    return { isError: true, content: [{ type: "text", text: result.error ?? "the tool failed" }] }
  }
  const { status, feedback, more, unable, looked_at } = result.result
  const lines = [
    status,
    feedback,
    more === 0 ? "" : `${more} more findings: ask again with a higher limit`,
    ...unable.map(({ critic, reason }) => `${critic} could not look: ${reason}`),
    looked_at.as_text.length === 0
      ? ""
      : `read as text alone (${looked_at.text_critics.join(", ")}): ${filesText(looked_at.as_text)}`,
    looked_at.unread.length === 0 ? "" : `read by nobody: ${filesText(looked_at.unread)}`,
  ]
  return {
    content: [{ type: "text", text: lines.filter((line) => line !== "").join("\n") }],
    structuredContent: result.result,
  }
}
