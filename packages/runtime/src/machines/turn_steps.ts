import { canonicalJson, redactSecrets, sha256Hex } from "@proofloop/foundation/text"
import { isOk } from "../evidence/outcome.ts"
import type { Message } from "../protocol/message.ts"
import type { ModelReply } from "../protocol/model.ts"
import type { ToolResult } from "../protocol/tool.ts"
import { callArguments, callName } from "../stall/calls.ts"
import type { DetectorStep } from "../stall/detector.ts"
import type { Signals } from "../stall/patterns/pattern.ts"
import type { DetectorState } from "../stall/state.ts"
import { closeIteration, closeModelCall } from "./close_calls.ts"
import { publishResults } from "./evidence_steps.ts"
import { injectFeedback, skippedResult, toolMessage } from "./messages.ts"
import type { ModelFailure, RunState, ToolCallRecord, TurnState } from "./run_state.ts"
import type { Emit, RunSettings, StepFunction } from "./settings.ts"
import { publishToolEnd } from "./tool_events.ts"

export type ModelOutcome =
  | { readonly ok: true; readonly reply: ModelReply; readonly elapsed_ms: number }
  | { readonly ok: false; readonly failure: ModelFailure; readonly elapsed_ms: number }

export interface DispatchOutcome {
  readonly results: readonly ToolResult[]
  readonly signals: Signals
  /** Digest of the files after the last call that may have been a check. */
  readonly workspace_sha256?: string | undefined
  readonly elapsed_ms: number
}

const NO_POST_TURN = { stop: false, needs_verify: false, message: "", detail: "" }

/** The run begins, unless it starts from a later turn border. */
export const publishStart: StepFunction<unknown> = (run, _input, settings, emit) => {
  if (run.budgets.model_calls > 0) return run
  const { config } = settings.detector
  emit({
    type: "run_start",
    task_sha256: sha256Hex(run.task),
    tools: settings.tool_names,
    repair_aware: config.enabled && config.repair_aware,
    limit: run.budgets.limit,
  })
  return run
}

/** Opens a turn (a retried model call stays in its turn) and the model call. */
export const beginModelCall: StepFunction<unknown> = (run, _input, _settings, emit) => {
  if (!run.open.iteration) emit({ type: "iteration_start", limit: run.budgets.limit })
  emit({ type: "model_call_start", purpose: "turn", messages: run.messages.length })
  return {
    ...run,
    turn: null,
    budgets: { ...run.budgets, model_calls: run.budgets.model_calls + 1 },
    open: { ...run.open, iteration: true, model_call: "turn" },
  }
}

/** Takes the reply in: usage, conversation, and the detector's look at what it proposes. */
export const takeReply: StepFunction<ModelOutcome & { readonly ok: true }> = (
  before,
  outcome,
  settings,
  emit,
) => {
  const { reply } = outcome
  let run = closeModelCall(before, { ok: true, reply }, settings, emit)
  const iteration = run.budgets.iteration + 1
  const calls = recordCalls(reply, iteration)
  const parse_errors = reply.parse_errors ?? []
  const step = settings.detector.propose(run.detector, {
    tool_calls: calls.map((record) => record.call),
    text: reply.text,
    provider_stop_reason: reply.provider_stop_reason,
    had_parse_errors: parse_errors.length > 0,
    usage: reply.usage,
    solicited: isConfirmation(run.messages.at(-1)),
    signals: { ...run.signals, action_signal: undefined },
  })
  publishWarnings(step, emit)
  run = {
    ...run,
    text: reply.text,
    detector: step.state,
    budgets: {
      ...run.budgets,
      iteration,
      elapsed_ms: outcome.elapsed_ms,
      transport_attempt: 0,
      consecutive_failures: 0,
    },
    tools: { ...run.tools, calls: run.tools.calls + calls.length },
    messages: [...run.messages, assistantMessage(reply, calls)],
    turn: {
      reply,
      calls,
      results: calls.map(() => null),
      feedback: step.feedback === undefined ? [] : [settings.redact(step.feedback)],
      warned: step.warnings.length > 0,
      hard_stop: step.hard_stop,
      reverify_mandated: false,
      vetoed: false,
      nudged: false,
      post_turn: NO_POST_TURN,
      judged: false,
    },
  }
  return parse_errors.length === 0 || calls.length > 0
    ? run
    : injectFeedback(run, { kind: "parse_errors", text: parseErrorText(parse_errors), settings, emit })
}

export const startTool: StepFunction<{ readonly index: number }> = (run, { index }, settings, emit) => {
  const record = run.turn?.calls[index]
  if (record === undefined || run.ending !== null) return run
  const call_arguments = callArguments(record.call)
  emit({
    type: "tool_call_start",
    call_id: record.call_id,
    tool_name: record.tool_name,
    arguments_digest: `sha256:${sha256Hex(canonicalJson(call_arguments))}`,
    ...(settings.event_content ? { arguments: call_arguments } : {}),
  })
  return { ...run, open: { ...run.open, tools: [...run.open.tools, record] } }
}

/** One call of the batch ended; its result waits for the others. */
export const finishTool: StepFunction<{ readonly index: number; readonly result: ToolResult }> = (
  run,
  { index, result },
  settings,
  emit,
) => {
  const record = run.turn?.calls[index]
  // An interruption has closed it already.
  const is_open = run.open.tools.some(({ call_id }) => call_id === record?.call_id)
  if (record === undefined || run.turn === null || !is_open) return run
  publishToolEnd(record, result, settings.event_content, emit)
  return {
    ...run,
    turn: { ...run.turn, results: run.turn.results.with(index, result) },
    open: {
      ...run.open,
      tools: run.open.tools.filter((open) => open !== record && open.call_id !== record.call_id),
    },
  }
}

/** All results are in: the conversation gets them in call order, then the detector (settle). */
export const settleResults: StepFunction<DispatchOutcome> = (before, outcome, settings, emit) => {
  const { turn } = before
  if (turn === null) return before
  let run: RunState = {
    ...before,
    signals: outcome.signals,
    budgets: { ...before.budgets, elapsed_ms: Math.max(before.budgets.elapsed_ms, outcome.elapsed_ms) },
    messages: [...before.messages, ...resultMessages(turn, outcome.results)],
    tools: toolsAfter(before.tools, turn, outcome.results),
  }
  const step = settings.detector.settle(run.detector, {
    results: outcome.results,
    signals: outcome.signals,
    workspace_sha256: outcome.workspace_sha256,
  })
  publishWarnings(step, emit)
  publishResults(step.results, emit)
  publishUnjudged(run.detector, step.state, settings, emit)
  const feedback = [
    ...turn.feedback,
    ...(step.feedback === undefined ? [] : [settings.redact(step.feedback)]),
  ]
  run = {
    ...run,
    detector: step.state,
    turn: {
      ...turn,
      results: outcome.results,
      feedback: [],
      warned: turn.warned || step.warnings.length > 0,
      hard_stop: step.hard_stop,
      reverify_mandated: step.reverify_mandated,
      nudged: turn.nudged || feedback.length > 0,
    },
    budgets: {
      ...run.budgets,
      text_only_turns: turn.calls.length > 0 ? 0 : run.budgets.text_only_turns + 1,
      turns_since_progress: outcome.results.some(isOk)
        ? Math.max(0, run.budgets.turns_since_progress - 1)
        : run.budgets.turns_since_progress + 1,
    },
  }
  const parse_errors = turn.reply.parse_errors ?? []
  if (parse_errors.length > 0 && turn.calls.length > 0) {
    run = injectFeedback(run, { kind: "parse_errors", text: parseErrorText(parse_errors), settings, emit })
  }
  for (const text of feedback) run = injectFeedback(run, { kind: "stall_diagnostics", text, settings, emit })
  return closeIteration(run, undefined, settings, emit)
}

/** The proposed calls do not run: each gets a result that says so, and the turn closes. */
export const skipDispatch: StepFunction<
  "thrash_hard_stop" | "stalled_done_judge" | "thrash_recovery" | "monologue_recovery"
> = (run, why, settings, emit) => {
  if (run.turn === null) return run
  const said = why === "thrash_recovery" ? "it would show the same as before" : why
  const results = run.turn.calls.map((record) => skippedResult(record, "skipped", `not run: ${said}`))
  const skipped: RunState = {
    ...run,
    turn: { ...run.turn, results },
    messages: [...run.messages, ...resultMessages(run.turn, results)],
  }
  return closeIteration(skipped, why, settings, emit)
}

export function publishWarnings(step: Pick<DetectorStep, "warnings">, emit: Emit): void {
  for (const warning of step.warnings) emit({ type: "agent_loop_stall_warning", warning })
}

/** Tells once that nothing was judged; a verification of the host's judges the work when the run would end. */
function publishUnjudged(
  before: DetectorState,
  after: DetectorState,
  { detector, verify_completion }: RunSettings,
  emit: Emit,
): void {
  const unjudged = verify_completion === null ? detector.unjudged(after) : undefined
  if (unjudged !== undefined && detector.unjudged(before) === undefined) emit({ type: "unjudged", unjudged })
}

/** The calls of a reply, each with a unique id; a missing or doubled id, or one that holds a secret, is replaced. */
function recordCalls(reply: ModelReply, iteration: number): readonly ToolCallRecord[] {
  const ids = new Set<string>()
  return reply.tool_calls.map((call, index) => {
    const given = isFreeId(call.id, ids) ? call.id : null
    const call_id = given ?? `call_${iteration}_${index}`
    ids.add(call_id)
    return { call_id, tool_name: callName(call), call: { ...call, id: call_id } }
  })
}

/** Ids stand in events, so that a secret in one would be published. */
function isFreeId(id: unknown, used: ReadonlySet<string>): id is string {
  return typeof id === "string" && id !== "" && !used.has(id) && redactSecrets(id) === id
}

function assistantMessage(reply: ModelReply, calls: readonly ToolCallRecord[]): Message {
  if (calls.length === 0) return { role: "assistant", content: reply.text }
  const tool_calls = calls.map(({ call_id, call }) => ({ ...call, id: call_id }))
  return { role: "assistant", content: reply.text, tool_calls }
}

function resultMessages(turn: TurnState, results: readonly ToolResult[]): readonly Message[] {
  return turn.calls.map((record, index) =>
    toolMessage(record, results[index] ?? skippedResult(record, "interrupted", "no result")),
  )
}

function toolsAfter(
  tools: RunState["tools"],
  turn: TurnState,
  results: readonly ToolResult[],
): RunState["tools"] {
  if (turn.calls.length === 0) return tools
  const used = turn.calls.map((record) => record.tool_name)
  const successful = used.filter((_name, index) => isOk(results[index] ?? {}))
  const failed = used.filter((_name, index) => !isOk(results[index] ?? {}))
  return {
    ...tools,
    used: [...new Set([...tools.used, ...used])],
    successful: [...new Set([...tools.successful, ...successful])],
    failed: [...new Set([...tools.failed, ...failed])],
  }
}

function isConfirmation(message: Message | undefined): boolean {
  return message?.role === "user" && message.feedback_kind === "completion_confirmation"
}

function parseErrorText(parse_errors: readonly string[]): string {
  const list = parse_errors.map((error) => `- ${error}`).join("\n")
  return `Some of the last reply could not be read as tool calls:\n${list}\nSend the call again in the right form.`
}
