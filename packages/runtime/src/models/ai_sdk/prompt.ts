import type { Message } from "../../protocol/message.ts"
import type { ToolCall } from "../../protocol/tool.ts"
import { parseCallArguments } from "../call_arguments.ts"
import type { AiSdkCallPart, AiSdkMessage, AiSdkResultPart } from "./language_model.ts"

/** The transcript as an AI SDK prompt: tool results in a row share one message, an empty assistant message is left out. */
export function aiSdkPrompt(messages: readonly Message[]): AiSdkMessage[] {
  const prompt: AiSdkMessage[] = []
  for (const [at, message] of messages.entries()) {
    if (message.role === "tool") appendResult(prompt, resultPart(message))
    else if (message.role === "assistant") appendAssistant(prompt, message, at)
    else if (message.role === "system") prompt.push({ role: "system", content: message.content })
    else prompt.push({ role: "user", content: [{ type: "text", text: message.content }] })
  }
  return prompt
}

function appendResult(prompt: AiSdkMessage[], part: AiSdkResultPart): void {
  const last = prompt.at(-1)
  if (last?.role === "tool") last.content.push(part)
  else prompt.push({ role: "tool", content: [part] })
}

function appendAssistant(
  prompt: AiSdkMessage[],
  message: Extract<Message, { role: "assistant" }>,
  at: number,
): void {
  const calls = (message.tool_calls ?? []).map((call, n) => callPart(call, `call_${at}_${n + 1}`))
  // Providers refuse an assistant message, or a text part, with nothing in it.
  if (message.content === "" && calls.length === 0) return
  const text = message.content === "" ? [] : [{ type: "text" as const, text: message.content }]
  prompt.push({ role: "assistant", content: [...text, ...calls] })
}

function callPart(call: ToolCall, fallback_id: string): AiSdkCallPart {
  const given = call.arguments ?? call.tool_args
  const parsed = parseCallArguments(given)
  return {
    type: "tool-call",
    toolCallId: call.id ?? fallback_id,
    toolName: call.name ?? call.tool_name ?? "",
    input: parsed.ok ? parsed.arguments : given,
  }
}

function resultPart(message: Extract<Message, { role: "tool" }>): AiSdkResultPart {
  return {
    type: "tool-result",
    toolCallId: message.tool_call_id,
    toolName: message.tool_name,
    output: { type: message.ok ? "text" : "error-text", value: message.content },
  }
}
