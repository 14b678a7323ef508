import type { JsonObject } from "@proofloop/foundation/text"
import { events, json, type Turn, type Wire } from "./wire.ts"

const USAGE: JsonObject = {
  input_tokens: 1,
  output_tokens: 1,
  total_tokens: 2,
  input_tokens_details: null,
  output_tokens_details: null,
}

/** The responses of OpenAI. */
export const openaiResponses: Wire = {
  isTurn: ({ path }) => path.includes("/responses"),
  turn: (turn, id) =>
    events([
      { type: "response.created", response: { id: `resp_${id}` } },
      { type: "response.output_item.done", item: itemOf(turn, id) },
      { type: "response.completed", response: { id: `resp_${id}`, usage: USAGE } },
    ]),
  other: () => json({ data: [], models: [] }),
}

function itemOf(turn: Turn, id: string): JsonObject {
  switch (turn.type) {
    case "say":
      return {
        type: "message",
        role: "assistant",
        id: `msg_${id}`,
        content: [{ type: "output_text", text: turn.text }],
      }
    case "call":
      return {
        type: "function_call",
        id: `fc_${id}`,
        call_id: `call_${id}`,
        name: turn.tool,
        arguments: JSON.stringify(turn.arguments),
      }
    case "text_call":
      return {
        type: "custom_tool_call",
        id: `ct_${id}`,
        call_id: `call_${id}`,
        name: turn.tool,
        input: turn.text,
      }
  }
}
