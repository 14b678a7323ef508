import type { Implementation, Reply, Request } from "./implementation.ts"
import { linesOf } from "./json_lines.ts"

/** Serves an implementation over JSON lines on stdio until stdin ends: the other side of the stdio protocol. */
export async function serveStdio(implementation: Implementation): Promise<void> {
  for await (const line of linesOf(process.stdin)) {
    const { id, ...message } = JSON.parse(line) as Request & { readonly id: number }
    process.stdout.write(`${JSON.stringify({ id, ...(await answer(implementation, message)) })}\n`)
  }
}

async function answer(implementation: Implementation, message: Request): Promise<Reply> {
  if (message.type !== "hello") return implementation.request(message)
  return { name: implementation.name, capabilities: implementation.capabilities }
}
