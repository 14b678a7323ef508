import type { McpServer } from "@modelcontextprotocol/server"
import { serveStdio as serve } from "@modelcontextprotocol/server/stdio"

/** Serves MCP on this process's stdin and stdout until the client goes or the handle is closed. */
export function serveStdio(
  factory: () => McpServer,
  on_error: (error: Error) => void = () => undefined,
): {
  /** Resolves once the client is gone: it sends nothing more, or reads nothing more. */
  readonly gone: Promise<void>
  /** Ends the session; the process itself goes on. */
  close(): Promise<void>
} {
  const gone = new Promise<void>((resolve) => {
    for (const event of ["end", "close"]) process.stdin.once(event, () => resolve())
    process.stdout.once("error", () => resolve())
  })
  const told = (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") on_error(error)
  }
  const handle = serve(factory, { onerror: told })
  return { gone, close: () => handle.close() }
}
