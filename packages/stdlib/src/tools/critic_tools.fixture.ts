import type { JsonObject } from "@proofloop/foundation/text"
import { type CriticAnswer, criticAnswer, criticTools } from "./critic_tools.ts"

export async function ask(root: string, name: string, input: JsonObject = {}): Promise<CriticAnswer> {
  const found = criticTools({ root }).find((tool_of) => tool_of.name === name)
  const context = { signal: new AbortController().signal, call_id: "call-1", iteration: 1 }
  const result = (await found?.execute(input, context)) as {
    readonly result: unknown
    readonly error?: string
  }
  if (result.error !== undefined) throw new Error(result.error)
  return criticAnswer.parse(result.result)
}
