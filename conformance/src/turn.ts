import type { Entry, ScriptedCall } from "./case.ts"
import type { JsonObject } from "./json.ts"

/** The model reply an entry stands for, as `propose` takes it. */
export function proposalOf(entry: Entry): JsonObject {
  const { text, provider_stop_reason, parse_error, usage, signals } = entry
  return {
    tool_calls: callsOf(entry).map(({ call, arguments: call_arguments = {}, aliased }) =>
      aliased ? { tool_name: call, tool_args: call_arguments } : { name: call, arguments: call_arguments },
    ),
    ...(text === undefined ? {} : { text }),
    ...(provider_stop_reason === undefined ? {} : { provider_stop_reason }),
    ...(parse_error === undefined ? {} : { had_parse_errors: true }),
    ...(usage === undefined ? {} : { usage }),
    ...(signals === undefined ? {} : { signals }),
  }
}

/** The results of its calls, as `settle` takes them. A call without any result field has none. */
export function settlementOf(entry: Entry): JsonObject {
  const results = callsOf(entry).flatMap((call) => resultOf(call) ?? [])
  return { results, ...(entry.signals === undefined ? {} : { signals: entry.signals }) }
}

export function callsOf(entry: Entry): readonly ScriptedCall[] {
  return entry.calls ?? (entry.call === undefined ? [] : [entry])
}

/**
 * A call's result, null for none; `ok: "text"` and `fails: "text"` are short for a result or an error with that text.
 */
export function resultOf(scripted: ScriptedCall): JsonObject | null {
  const { call, ok, fails } = scripted
  const fields: Record<string, unknown> = {}
  for (const name of RESULT_FIELDS) if (scripted[name] !== undefined) fields[name] = scripted[name]
  if (ok !== undefined)
    Object.assign(fields, typeof ok === "boolean" || ok === null ? { ok } : { ok: true, result: ok })
  if (fails !== undefined) Object.assign(fields, fails === true ? { ok: false } : { ok: false, error: fails })
  return Object.keys(fields).length === 0 ? null : { tool_name: call, ...fields }
}

const RESULT_FIELDS = [
  "success",
  "status",
  "result",
  "output",
  "content",
  "error",
  "message",
  "diagnostics",
  "diagnostic",
  "errors",
  "error_count",
  "classification",
  "tests_run",
  "exit_code",
  "timed_out",
  "mutation_status",
  "file_hashes",
  "feeds_gates",
  "error_source",
  "annotations",
] as const
