import type { JSONRPCMessage } from "@modelcontextprotocol/client"

interface Side {
  onmessage?: (message: JSONRPCMessage) => void
  onclose?: () => void
  onerror?: (error: Error) => void
  start(): Promise<void>
  send(message: JSONRPCMessage): Promise<void>
  close(): Promise<void>
}

/** Two ends of a connection within this process, for any MCP client and server. */
export function linkedPair(): { readonly client: Side; readonly server: Side } {
  const client = side(() => server)
  const server = side(() => client)
  return { client, server }
}

function side(other: () => Side): Side {
  return {
    start: () => Promise.resolve(),
    send(message) {
      // As over a wire: later, and a copy.
      const copy = structuredClone(message)
      queueMicrotask(() => other().onmessage?.(copy))
      return Promise.resolve()
    },
    close() {
      this.onclose?.()
      return Promise.resolve()
    },
  }
}
