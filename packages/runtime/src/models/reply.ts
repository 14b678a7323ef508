import { cutCodePoints } from "@proofloop/foundation/text"
import type { ModelReply, ModelRequest, Usage } from "../protocol/model.ts"
import type { ToolCall } from "../protocol/tool.ts"
import { parseCallArguments } from "./call_arguments.ts"
import { priced, type Prices } from "./prices.ts"

const STOP_REASONS = new Map([
  ["stop", "stop"],
  ["end_turn", "stop"],
  ["eos", "stop"],
  ["stop_sequence", "stop"],
  ["tool_calls", "tool_calls"],
  ["tool-calls", "tool_calls"],
  ["tool_use", "tool_calls"],
  ["function_call", "tool_calls"],
  ["length", "length"],
  ["max_tokens", "length"],
  ["model_length", "length"],
  ["content_filter", "content_filter"],
  ["content-filter", "content_filter"],
  ["safety", "content_filter"],
  ["error", "error"],
  ["model_context_window_exceeded", "context_window"],
  ["context_length_exceeded", "context_window"],
])

export interface ReplyDraft {
  readonly text: string
  readonly calls: readonly DraftCall[]
  readonly finish_reason: string | null
  readonly usage: Usage | undefined
}

export interface DraftCall {
  readonly id: string | null
  readonly name: string | null
  /** JSON text or an object. */
  readonly arguments: unknown
}

/**
 * A provider's reply as the port promises it: every call has an id, a name and an object of arguments. An unreadable
 * call is dropped and told in `parse_errors`.
 */
export function composeReply(
  draft: ReplyDraft,
  request: ModelRequest,
  prices: Prices | undefined,
): ModelReply {
  const idOf = callIds(request)
  const tool_calls: ToolCall[] = []
  const parse_errors: string[] = []
  for (const call of draft.calls) {
    const parsed = parseCallArguments(call.arguments)
    if (!call.name) parse_errors.push("A tool call was dropped: it names no tool.")
    else if (parsed.ok) tool_calls.push({ id: idOf(call.id), name: call.name, arguments: parsed.arguments })
    else parse_errors.push(droppedCall(call.name, parsed.problem, draft.finish_reason))
  }
  const usage = priced(draft.usage, prices)
  return {
    text: draft.text,
    tool_calls,
    provider_stop_reason: providerStopReason(draft.finish_reason, draft.calls.length > 0),
    ...(usage ? { usage } : {}),
    ...(parse_errors.length > 0 ? { parse_errors } : {}),
  }
}

function droppedCall(name: string, problem: string, finish_reason: string | null): string {
  const cut = providerStopReason(finish_reason, true) === "length"
  const hint = cut ? " The reply was cut at its output limit." : ""
  return `The call of tool "${cutCodePoints(name, 100)}" was dropped: its arguments are ${problem}.${hint}`
}

/** A provider's finish reason in our words; an unknown one passes through, cut to 64 characters. */
function providerStopReason(finish_reason: string | null | undefined, has_calls: boolean): string {
  const mapped = finish_reason
    ? (STOP_REASONS.get(finish_reason.toLowerCase()) ?? finish_reason.slice(0, 64))
    : "stop"
  // Several servers say "stop" for a reply that calls tools.
  return mapped === "stop" && has_calls ? "tool_calls" : mapped
}

/**
 * A namer for the tool calls of one reply. Keeps a provider's id unless it is missing or already used in the
 * transcript or the reply; some servers count from 0 in every reply. Else gives `call_<turn>_<n>`. No clock, no
 * randomness.
 */
function callIds(request: ModelRequest): (given: string | null | undefined) => string {
  const turn = request.messages.filter((message) => message.role === "assistant").length + 1
  const taken = usedIds(request)
  let next = 1
  return (given) => {
    let id = given ?? ""
    while (id === "" || taken.has(id)) {
      id = `call_${turn}_${next}`
      next += 1
    }
    taken.add(id)
    return id
  }
}

function usedIds(request: ModelRequest): Set<string> {
  const ids = new Set<string>()
  for (const message of request.messages) {
    if (message.role === "tool") ids.add(message.tool_call_id)
    if (message.role !== "assistant") continue
    for (const call of message.tool_calls ?? []) if (call.id !== undefined) ids.add(call.id)
  }
  return ids
}
