import { isRecord } from "@proofloop/foundation/text"
import type { Case, Entry, ScriptedCall } from "./case.ts"
import type { JsonObject } from "./json.ts"
import { callsOf, resultOf } from "./turn.ts"

/**
 * A loop case as an implementation gets it, without its expectations. It holds options, tools, the model's replies in
 * order (each call with an id), and the result of each call by that id. It also holds the answers of verifier, judges
 * and host callbacks.
 */
export function loopScript(played: Case): JsonObject {
  const { options, verify_completion, judge_replies, callbacks, task = "Do the task." } = played
  const entries = played.script.flatMap((entry) => Array.from({ length: entry.times ?? 1 }, () => entry))
  const calls = entries.map((entry, turn) =>
    callsOf(entry).map((call, position) => ({ ...call, id: `call_${turn + 1}_${position + 1}` })),
  )
  return {
    task,
    options,
    tools: toolsOf(played.tools, calls.flat()),
    replies: entries.map((entry, turn) => replyOf(entry, calls[turn] ?? [])),
    results: Object.fromEntries(calls.flat().map((call) => [call.id, returned(call)])),
    ...(verify_completion === undefined ? {} : { verify_completion }),
    ...(judge_replies === undefined ? {} : { judge_replies }),
    ...(callbacks === undefined ? {} : { callbacks }),
  }
}

type IdentifiedCall = ScriptedCall & { readonly id: string }

/** Declared tools, and every called one without a declaration. `{ missing: true }` stands for a tool that does not exist. */
function toolsOf(declared: JsonObject, calls: readonly IdentifiedCall[]): JsonObject {
  const called = Object.fromEntries(calls.map(({ call = "" }) => [call, {}]))
  const all = Object.entries({ ...called, ...declared })
  return Object.fromEntries(all.filter(([, tool]) => !isRecord(tool) || tool["missing"] !== true))
}

function replyOf(entry: Entry, calls: readonly IdentifiedCall[]): JsonObject {
  const { text, provider_stop_reason, usage, parse_error, model_error, takes_ms, host } = entry
  const tool_calls = calls.map(({ id, call, arguments: call_arguments = {} }) => ({
    id,
    name: call,
    arguments: call_arguments,
  }))
  const reply = {
    text,
    tool_calls: tool_calls.length > 0 ? tool_calls : undefined,
    provider_stop_reason,
    usage,
    parse_errors: parse_error === undefined ? undefined : [parse_error],
    throws: model_error,
    delay_ms: takes_ms,
    host,
  }
  return Object.fromEntries(Object.entries(reply).filter(([, value]) => value !== undefined))
}

function returned(call: IdentifiedCall): JsonObject {
  const { tool_name: _tool_name, ...result } = resultOf(call) ?? { ok: true, result: "done" }
  return result
}
