import type { Json } from "@proofloop/foundation/text"
import type { ModelErrorKind } from "../../errors/model_error.ts"
import type { ScriptedFailure, ScriptedStep } from "../../models/script/step.ts"

export interface LoopbackAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly pieces: readonly Buffer[]
}

export function errorAnswer(failure: ScriptedFailure): LoopbackAnswer {
  const { kind, message, http_status, retry_after_ms } = failure
  if (kind === "invalid_response" && http_status === undefined) {
    return { status: 200, headers: { "content-type": "application/json" }, pieces: [Buffer.from(message)] }
  }
  const headers: Record<string, string> = {}
  if (retry_after_ms !== undefined) {
    headers["retry-after-ms"] = String(retry_after_ms)
    headers["retry-after"] = String(Math.ceil(retry_after_ms / 1000))
  }
  const code = kind === "context_window" ? "context_length_exceeded" : kind
  return jsonAnswer(http_status ?? STATUSES[kind], { error: { message, type: kind, code } }, headers)
}

export function completionAnswer(step: ScriptedStep, turn: number, usage: Json): LoopbackAnswer {
  const message = { role: "assistant", content: step.text ?? "", tool_calls: wireCalls(step, turn) }
  return jsonAnswer(200, {
    ...envelope("chat.completion", turn),
    choices: [{ index: 0, message, finish_reason: finishReason(step) }],
    usage,
  })
}

/** The reply of a step as a stream: text and arguments in pieces of 16 characters, then the finish, the usage and `[DONE]`. */
export function streamAnswer(step: ScriptedStep, turn: number, usage: Json | null): LoopbackAnswer {
  const head = envelope("chat.completion.chunk", turn)
  const chunk = (delta: Json, finish_reason: string | null = null): Json => {
    return { ...head, choices: [{ index: 0, delta, finish_reason }] }
  }
  const chunks: Json[] = [chunk({ role: "assistant", content: "" })]
  for (const content of slices(step.text ?? "")) chunks.push(chunk({ content }))
  for (const [index, call] of wireCalls(step, turn).entries()) {
    const { arguments: text, name } = call.function
    chunks.push(
      chunk({ tool_calls: [{ index, id: call.id, type: "function", function: { name, arguments: "" } }] }),
    )
    for (const slice of slices(text))
      chunks.push(chunk({ tool_calls: [{ index, function: { arguments: slice } }] }))
  }
  chunks.push(chunk({}, finishReason(step)))
  if (usage !== null) chunks.push({ ...head, choices: [], usage })
  const events = [...chunks.map((value) => JSON.stringify(value)), "[DONE]"]
  return {
    status: 200,
    headers: { "content-type": "text/event-stream", "cache-control": "no-cache" },
    pieces: events.map((data) => Buffer.from(`data: ${data}\n\n`)),
  }
}

function jsonAnswer(
  status: number,
  body: Json,
  headers: Readonly<Record<string, string>> = {},
): LoopbackAnswer {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    pieces: [Buffer.from(JSON.stringify(body))],
  }
}

const STATUSES: Readonly<Record<ModelErrorKind, number>> = {
  transient: 408,
  rate_limit: 429,
  provider_5xx: 503,
  context_window: 400,
  authentication: 401,
  invalid_request: 400,
  invalid_response: 200,
  wrong_endpoint: 404,
  // A reply with an error object that says nothing.
  unknown: 200,
}

function envelope(object: string, turn: number): { readonly [key: string]: Json } {
  return { id: `chatcmpl-${turn}`, object, created: 0, model: "scripted" }
}

function finishReason(step: ScriptedStep): string {
  const has_calls = (step.tool_calls?.length ?? 0) + (step.parse_errors?.length ?? 0) > 0
  return step.provider_stop_reason ?? (has_calls ? "tool_calls" : "stop")
}

interface WireCall {
  readonly [key: string]: Json
  readonly id: string
  readonly function: { readonly name: string; readonly arguments: string }
}

/** The calls of a step; each of its `parse_errors` becomes a call with invalid JSON as arguments. */
function wireCalls(step: ScriptedStep, turn: number): WireCall[] {
  const calls = (step.tool_calls ?? []).map(({ name, id, arguments: given }) => {
    return { name, id, text: typeof given === "string" ? given : (JSON.stringify(given ?? {}) ?? "{}") }
  })
  const unreadable = (step.parse_errors ?? []).map((problem) => ({
    name: "unreadable",
    id: undefined,
    text: `{${problem}`,
  }))
  return [...calls, ...unreadable].map(({ name, id, text }, at) => {
    return { id: id ?? `call_${turn}_${at + 1}`, type: "function", function: { name, arguments: text } }
  })
}

function slices(text: string): string[] {
  const characters = Array.from(text)
  const parts: string[] = []
  for (let at = 0; at < characters.length; at += 16) parts.push(characters.slice(at, at + 16).join(""))
  return parts
}
