import { isRecord, type JsonObject } from "@proofloop/foundation/text"
import { events, json, type Turn, type Wire, type WireReply, type WireRequest } from "./wire.ts"

/** The contents of Gemini. */
export const geminiContent: Wire = {
  isTurn: ({ path, body }) => path.includes("enerateContent") && declarationCount(body) > 2,
  turn: (turn, id, request) => replyTo({ turn, id, request }),
  other: (request) =>
    request.path.includes("countTokens")
      ? json({ totalTokens: 1 })
      : replyTo({ turn: { type: "say", text: ROUTE }, id: "other", request }),
}

/** The host asks a small model which model is to do the work. */
const ROUTE =
  '{"reasoning":"short","model_choice":"flash","complexity_score":1,"complexity_reasoning":"short"}'

function declarationCount(body: JsonObject): number {
  const { tools } = body
  if (!Array.isArray(tools)) return 0
  return tools.flatMap((tool) => (isRecord(tool) ? tool["functionDeclarations"] : [])).length
}

function replyTo(asked: {
  readonly turn: Turn
  readonly id: string
  readonly request: WireRequest
}): WireReply {
  const { turn, id, request } = asked
  const part: JsonObject =
    turn.type === "call"
      ? { functionCall: { id: `call_${id}`, name: turn.tool, args: turn.arguments } }
      : { text: turn.text }
  const response: JsonObject = {
    candidates: [{ index: 0, finishReason: "STOP", content: { role: "model", parts: [part] } }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    modelVersion: "scripted",
  }
  return request.path.includes("stream") ? events([response], false) : json(response)
}
