import type { JsonObject } from "@proofloop/foundation/text"
import { events, json, toolCount, type Turn, type Wire, type WireReply, type WireRequest } from "./wire.ts"

const USAGE = { input_tokens: 1, output_tokens: 1 }

/** The messages of Anthropic. */
export const anthropicMessages: Wire = {
  isTurn: (request) =>
    request.path.startsWith("/v1/messages") &&
    !request.path.includes("count_tokens") &&
    toolCount(request) > 3,
  turn: replyTo,
  other: (request) =>
    request.path.startsWith("/v1/messages") && !request.path.includes("count_tokens")
      ? replyTo({ type: "say", text: "ok" }, "other", request)
      : json({ input_tokens: 1 }),
}

function replyTo(turn: Turn, id: string, { body }: WireRequest): WireReply {
  const is_call = turn.type !== "say"
  const stop_reason = is_call ? "tool_use" : "end_turn"
  const block: JsonObject = is_call
    ? { type: "tool_use", id: `toolu_${id}`, name: turn.tool, input: {} }
    : { type: "text", text: "" }
  const given = turn.type === "call" ? turn.arguments : {}
  const delta: JsonObject =
    turn.type === "say"
      ? { type: "text_delta", text: turn.text }
      : { type: "input_json_delta", partial_json: JSON.stringify(given) }
  const message: JsonObject = {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model: body["model"] ?? "scripted",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: USAGE,
  }
  if (body["stream"] !== true) {
    const whole = turn.type === "say" ? { ...block, text: turn.text } : { ...block, input: given }
    return json({ ...message, content: [whole], stop_reason })
  }
  return events([
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } },
    { type: "message_stop" },
  ])
}
