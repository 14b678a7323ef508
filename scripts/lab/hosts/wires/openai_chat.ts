import type { JsonObject } from "@proofloop/foundation/text"
import { events, json, toolCount, type Turn, type Wire, type WireReply, type WireRequest } from "./wire.ts"

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }

/** The chat completions of OpenAI. */
export const openaiChat: Wire = {
  isTurn: (request) => request.path.includes("completions") && toolCount(request) > 2,
  turn: replyTo,
  other: (request) =>
    request.path.includes("completions")
      ? replyTo({ type: "say", text: "A session" }, "other", request)
      : json({ object: "list", data: [{ id: "scripted" }] }),
}

function replyTo(turn: Turn, id: string, { body }: WireRequest): WireReply {
  const text = turn.type === "say" ? turn.text : null
  const calls = turn.type === "call" ? [callOf(turn.tool, turn.arguments, id)] : null
  const finish_reason = calls === null ? "stop" : "tool_calls"
  const message: JsonObject = {
    role: "assistant",
    content: text,
    ...(calls === null ? {} : { tool_calls: calls }),
  }
  const head: JsonObject = { id: `chat_${id}`, created: 1, model: "scripted" }
  if (body["stream"] !== true) {
    const choices = [{ index: 0, message, finish_reason }]
    return json({ ...head, object: "chat.completion", choices, usage: USAGE })
  }
  const chunk: JsonObject = { ...head, object: "chat.completion.chunk" }
  const stream = events(
    [
      { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }] },
      { ...chunk, choices: [], usage: USAGE },
    ],
    false,
  )
  return { ...stream, text: `${stream.text}data: [DONE]\n\n` }
}

function callOf(name: string, given: JsonObject, id: string): JsonObject {
  return {
    index: 0,
    id: `call_${id}`,
    type: "function",
    function: { name, arguments: JSON.stringify(given) },
  }
}
