import { cutCodePoints } from "@proofloop/foundation/text"
import type { ModelReply, ModelRequest, Usage } from "../protocol/model.ts"
import type { ToolCall } from "../protocol/tool.ts"
import { parseCallArguments } from "./call_arguments.ts"
import { callIds } from "./call_ids.ts"
import { priced, type Prices } from "./prices.ts"
import { providerStopReason } from "./stop_reason.ts"

/** What a provider said, before its tool calls are read. */
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
 * A provider's reply as the port promises it: every call has an id, a name and an object of arguments; a call that
 * cannot be read is dropped and told in `parse_errors`.
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
