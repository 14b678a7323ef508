import type { Implementation, Reply, Request } from "./implementation.ts"
import { linesOf } from "./json_lines.ts"

/**
 * Serves an implementation over JSON lines on stdio until stdin ends: the other side of the stdio protocol. Golden and
 * forged cases are answered side by side, everything else in order.
 */
export async function serveStdio(implementation: Implementation): Promise<void> {
  for await (const line of linesOf(process.stdin)) {
    const { id, ...message } = JSON.parse(line) as Request & { readonly id: number }
    const replied = answer(implementation, message).then((reply) => {
      process.stdout.write(`${JSON.stringify({ id, ...reply })}\n`)
    })
    if (message.type !== "judge" && message.type !== "forged") await replied
  }
}

async function answer(implementation: Implementation, message: Request): Promise<Reply> {
  if (message.type !== "hello") return implementation.request(message)
  const { name, capabilities, questions_at_once } = implementation
  return { name, capabilities, questions_at_once }
}
