import { type CallToolResult, McpServer } from "@modelcontextprotocol/server"

export interface UnlistedToolOptions {
  readonly name: string
  readonly version: string
  readonly tool: string
  /** The text of the result. May not reject. */
  readonly answer: (input: unknown) => Promise<string>
}

/** MCP servers, one a connection, with a tool that no list shows. A client calls it by name; a model never sees it. */
export function unlistedToolServerFactory(options: UnlistedToolOptions): () => McpServer {
  const { name, version, tool, answer } = options
  return () => {
    const server = new McpServer({ name, version }, { capabilities: { tools: {} } })
    server.server.setRequestHandler("tools/list", () => ({ tools: [] }))
    server.server.setRequestHandler("tools/call", async ({ params }): Promise<CallToolResult> => {
      if (params.name === tool) return { content: [{ type: "text", text: await answer(params.arguments) }] }
      return { isError: true, content: [{ type: "text", text: `no tool named ${params.name}` }] }
    })
    return server
  }
}
