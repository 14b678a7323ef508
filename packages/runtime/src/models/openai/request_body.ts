import type { Json, JsonObject } from "@proofloop/foundation/text"
import type { Message } from "../../protocol/message.ts"
import type { ModelRequest, ToolDefinition } from "../../protocol/model.ts"
import type { ToolCall } from "../../protocol/tool.ts"
import type { OpenAICompatibleSettings } from "./options.ts"

export function requestBody(request: ModelRequest, settings: OpenAICompatibleSettings): string {
  const { tools, tool_choice } = request
  return JSON.stringify({
    ...settings.body,
    messages: request.messages.map(wireMessage),
    // Servers refuse an empty list, and some refuse "auto", which is their default anyway.
    ...(tools.length > 0 ? { tools: tools.map(wireTool) } : {}),
    ...(tools.length > 0 && tool_choice === "none" ? { tool_choice } : {}),
    stream: settings.stream,
    ...(settings.stream ? { stream_options: { include_usage: true } } : {}),
    ...settings.extra_body,
  })
}

function wireMessage(message: Message, at: number): JsonObject {
  switch (message.role) {
    case "system":
    case "user":
      return { role: message.role, content: message.content }
    case "assistant":
      return assistantMessage(message.content, message.tool_calls ?? [], at)
    case "tool":
      return { role: "tool", tool_call_id: message.tool_call_id, content: message.content }
  }
}

function assistantMessage(content: string, calls: readonly ToolCall[], at: number): JsonObject {
  if (calls.length === 0) return { role: "assistant", content }
  return { role: "assistant", content: content === "" ? null : content, tool_calls: calls.map(wireCall(at)) }
}

function wireCall(message: number): (call: ToolCall, at: number) => Json {
  return (call, at) => ({
    id: call.id ?? `call_${message}_${at + 1}`,
    type: "function",
    function: {
      name: call.name ?? call.tool_name ?? "",
      arguments: wireArguments(call.arguments ?? call.tool_args),
    },
  })
}

function wireArguments(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value ?? {}) ?? "{}")
}

function wireTool(tool: ToolDefinition): Json {
  const { name, description, input_schema } = tool
  return { type: "function", function: { name, description, parameters: input_schema } }
}
