import type { Message } from "../../protocol/message.ts"
import type { ModelRequest, Usage } from "../../protocol/model.ts"
import type { ScriptedStep } from "./step.ts"

/** A token for every 4 characters, rounded up: of messages and tool definitions, and of the reply. */
export function estimatedUsage(
  { text = "", tool_calls = [] }: ScriptedStep,
  { messages, tools }: Pick<ModelRequest, "messages" | "tools">,
): Usage {
  let input = tools.length > 0 ? remembered(tools, jsonLength) : 0
  for (const message of messages) input += remembered(message, messageLength)
  return {
    input_tokens: Math.ceil(input / 4),
    output_tokens: Math.ceil((text.length + callsLength(tool_calls)) / 4),
  }
}

/** A long run would count every message again at every turn. */
const lengths = new WeakMap<object, number>()

function remembered<T extends object>(value: T, count: (value: T) => number): number {
  const known = lengths.get(value) ?? count(value)
  lengths.set(value, known)
  return known
}

function messageLength(message: Message): number {
  return message.content.length + (message.role === "assistant" ? callsLength(message.tool_calls ?? []) : 0)
}

interface AnyCall {
  readonly name?: string | undefined
  readonly arguments?: unknown
}

function callsLength(calls: readonly AnyCall[]): number {
  return calls.reduce((sum, call) => sum + (call.name ?? "").length + jsonLength(call.arguments ?? {}), 0)
}

function jsonLength(value: unknown): number {
  return (JSON.stringify(value) ?? "").length
}
