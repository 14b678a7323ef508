import type { JsonObject } from "@proofloop/foundation/text"

/** What the scripted model does in one turn. */
export type Turn =
  | { readonly type: "say"; readonly text: string }
  | { readonly type: "call"; readonly tool: string; readonly arguments: JsonObject }
  /** A call whose tool takes one text instead of arguments. */
  | { readonly type: "text_call"; readonly tool: string; readonly text: string }

export interface WireRequest {
  readonly path: string
  readonly body: JsonObject
}

export interface WireReply {
  readonly content_type: "application/json" | "text/event-stream"
  readonly text: string
}

/** A protocol in which agents speak with a model: as little of it as they need. */
export interface Wire {
  /** Whether a request asks for the agent's next turn; others are about titles, counts and lists of models. */
  isTurn(request: WireRequest): boolean
  turn(turn: Turn, id: string, request: WireRequest): WireReply
  /** The answer to a request that asks for no turn. */
  other(request: WireRequest): WireReply
}

export function json(value: unknown): WireReply {
  return { content_type: "application/json", text: JSON.stringify(value) }
}

/** Events of a stream, each with its type as its name. */
export function events(list: readonly JsonObject[], is_named = true): WireReply {
  const lines = list.map((event) => {
    const { type } = event
    const name = is_named && typeof type === "string" ? `event: ${type}\n` : ""
    return `${name}data: ${JSON.stringify(event)}\n\n`
  })
  return { content_type: "text/event-stream", text: lines.join("") }
}

/** How many tools a request offers the model: helpers of an agent have few or none. */
export function toolCount({ body }: WireRequest): number {
  const { tools } = body
  return Array.isArray(tools) ? tools.length : 0
}
