import type { McpServer } from "@modelcontextprotocol/server"
import { serveStdio as serve } from "@modelcontextprotocol/server/stdio"

/** Serves MCP on this process's stdin and stdout until the client goes or the handle is closed. */
export function serveStdio(
  factory: () => McpServer,
  on_error: (error: Error) => void = () => undefined,
): {
  /** Ends the session; the process itself goes on. */
  close(): Promise<void>
} {
  return serve(factory, { onerror: on_error })
}
