import { sha256Hex } from "@proofloop/foundation/text"
import type { SkipReason } from "../protocol/event.ts"
import type { ModelReply } from "../protocol/model.ts"
import type { ToolResult } from "../protocol/tool.ts"
import { skippedResult, toolMessage } from "./messages.ts"
import type { ModelFailure, RunState } from "./run_state.ts"
import type { Emit, RunSettings } from "./settings.ts"
import { publishToolEnd } from "./tool_events.ts"

type CallEnd =
  | { readonly ok: true; readonly reply: ModelReply }
  | { readonly ok: false; readonly error_kind: ModelFailure["kind"] | "aborted" }

/** Publishes the end of the open model call and counts what it used. */
export function closeModelCall(run: RunState, end: CallEnd, settings: RunSettings, emit: Emit): RunState {
  const purpose = run.open.model_call
  if (purpose === null) return run
  const open = { ...run.open, model_call: null }
  if (!end.ok) {
    const { error_kind } = end
    emit({
      type: "model_call_end",
      purpose,
      ok: false,
      error_kind,
      tool_count: 0,
      text_length: 0,
      text_sha256: sha256Hex(""),
    })
    return { ...run, open }
  }
  const { reply } = end
  const { usage } = reply
  emit({
    type: "model_call_end",
    purpose,
    ok: true,
    ...(reply.provider_stop_reason === undefined ? {} : { provider_stop_reason: reply.provider_stop_reason }),
    tool_count: reply.tool_calls.length,
    text_length: reply.text.length,
    text_sha256: sha256Hex(reply.text),
    ...(usage === undefined ? {} : { usage }),
    ...(settings.event_content ? { text: reply.text, tool_calls: reply.tool_calls } : {}),
  })
  const { budgets } = run
  return {
    ...run,
    open,
    budgets: {
      ...budgets,
      input_tokens: budgets.input_tokens + (usage?.input_tokens ?? 0),
      output_tokens: budgets.output_tokens + (usage?.output_tokens ?? 0),
      cost_usd: budgets.cost_usd + (usage?.cost_usd ?? 0),
    },
  }
}

export function closeIteration(
  run: RunState,
  skip_reason: SkipReason | undefined,
  settings: RunSettings,
  emit: Emit,
): RunState {
  if (!run.open.iteration) return run
  const { detector } = run
  const { config } = settings.detector
  emit({
    type: "iteration_end",
    tool_count: run.turn?.calls.length ?? 0,
    ...(skip_reason === undefined ? {} : { skip_reason }),
    ...(config.enabled && config.repair_aware
      ? {
          failure: {
            last_diagnostic_class: detector.last_diagnostic_class,
            last_diagnostic_signature: detector.last_diagnostic_signature,
            write_epoch: detector.write_epoch,
            same_diagnostic_streak: detector.same_diagnostic_streak,
            edit_since_failure: detector.edit_since_failure,
            reverify_owed: detector.reverify_owed,
          },
        }
      : {}),
  })
  return { ...run, open: { ...run.open, iteration: false } }
}

/** An abort or deadline: every open start gets its end, every proposed call a result. */
export function closeEverything(
  run: RunState,
  cause: "aborted" | "wall_clock",
  settings: RunSettings,
  emit: Emit,
): RunState {
  let closed = closeModelCall(
    forgetProof(run, settings),
    { ok: false, error_kind: "aborted" },
    settings,
    emit,
  )
  for (const record of closed.open.tools) {
    publishToolEnd(
      record,
      skippedResult(record, "interrupted", `interrupted: ${cause}`),
      settings.event_content,
      emit,
    )
  }
  closed = { ...closed, open: { ...closed.open, tools: [] } }
  if (closed.open.verification !== null) {
    const trigger = closed.open.verification
    emit({
      type: "verification_end",
      trigger,
      status: "interrupted",
      attempts: closed.budgets.verify_attempts,
    })
    closed = { ...closed, open: { ...closed.open, verification: null } }
  }
  if (!closed.open.iteration) return closed
  const { turn } = closed
  const answered = closed.messages.at(-1)?.role === "tool"
  const waiting = turn === null || answered ? [] : turn.calls
  const messages = waiting.map((record, index) =>
    toolMessage(
      record,
      turn?.results[index] ?? skippedResult(record, "interrupted", `interrupted: ${cause}`),
    ),
  )
  return closeIteration({ ...closed, messages: [...closed.messages, ...messages] }, cause, settings, emit)
}

/** Calls that started and were never settled may have written, which an older proof does not cover. */
function forgetProof(run: RunState, { detector }: RunSettings): RunState {
  if (!run.open.iteration || run.turn === null) return run
  const ran = run.turn.results.some((result) => result !== null && mayHaveWritten(result))
  const running = run.open.tools.length > 0
  return ran || running ? { ...run, detector: detector.written(run.detector) } : run
}

function mayHaveWritten({ mutation_status, annotations }: ToolResult): boolean {
  if (mutation_status !== undefined) return mutation_status === "applied"
  return annotations?.read_only !== true
}
