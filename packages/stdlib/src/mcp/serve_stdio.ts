import type { McpServer } from "@modelcontextprotocol/server"

/** Serves MCP on this process's stdin and stdout until the client goes or the handle is closed. */
export async function serveStdio(
  factory: () => McpServer,
  on_error: (error: Error) => void = () => undefined,
): Promise<{ close(): Promise<void> }> {
  const sdk = await import("@modelcontextprotocol/server/stdio")
  return sdk.serveStdio(factory, { onerror: on_error })
}
