import { describeValue, thrownMessage } from "@proofloop/foundation/errors"
import { createDeadline, raceAbort } from "@proofloop/foundation/process"
import { isOk } from "../evidence/outcome.ts"
import { readField } from "../evidence/read_field.ts"
import { missingTools } from "../machines/completion.ts"
import { isProgressing } from "../machines/decide_steps.ts"
import type { ControlAnswer, PostTurnVerdict, RunState, TerminalGrant } from "../machines/run_state.ts"
import type { RunSettings } from "../machines/settings.ts"
import type { ToolResult } from "../protocol/tool.ts"
import { callArguments } from "../stall/calls.ts"
import type { Signals } from "../stall/patterns/pattern.ts"
import type { AgentLoopOptions } from "./options.ts"
import type { Step } from "./step.ts"
import type { TurnPayload } from "./turn_callbacks.ts"

/** How host functions are called: a throw or a missed deadline is reported as no answer. @requirement host.deadline */
export interface HostCall {
  readonly step: Step
  /** Longest time for one answer, in milliseconds; null: none. */
  readonly time_ms: number | null
  readonly report: (callback: string, message: string) => void
}

/** Asks the host's signals about the turn that just completed. A throw or a wrong type is an event and no signal. */
export async function askSignals(
  options: AgentLoopOptions,
  {
    run,
    results,
    names,
    host,
  }: {
    readonly run: RunState
    readonly results: readonly ToolResult[]
    readonly names: readonly (keyof Signals)[]
    readonly host: HostCall
  },
): Promise<Signals> {
  const given = options.stall_diagnostics
  if (names.length === 0 || typeof given !== "object" || given === null) return {}
  const payload = turnPayload(run, results)
  const ask = async (name: keyof Signals, accepts: (value: unknown) => boolean): Promise<unknown> => {
    const callback = given[name]
    if (!names.includes(name) || typeof callback !== "function") return undefined
    const answer = await call(`turn:${run.budgets.iteration}/${name}`, name, () => callback(payload), host)
    if (answer === undefined || answer === null || accepts(answer)) return answer
    host.report(name, `answered ${describeValue(answer)}`)
    return undefined
  }
  const isNumber = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value)
  const isBoolean = (value: unknown): boolean => typeof value === "boolean"
  return {
    progress_signal: (await ask("progress_signal", isNumber)) as Signals["progress_signal"],
    remediation_delivered: (await ask(
      "remediation_delivered",
      (value) => isBoolean(value) || Number.isSafeInteger(value),
    )) as Signals["remediation_delivered"],
    action_signal: (await ask("action_signal", isBoolean)) as Signals["action_signal"],
  }
}

/** Asks post_turn_callback what follows. @requirement loop.completion.post-turn */
export async function askPostTurn(
  options: AgentLoopOptions,
  run: RunState,
  host: HostCall,
): Promise<PostTurnVerdict> {
  const callback = options.post_turn_callback
  const none = { stop: false, needs_verify: false, message: "", detail: "" }
  if (callback === undefined || run.turn === null) return none
  const results = run.turn.results.flatMap((result) => (result === null ? [] : [result]))
  const payload = turnPayload(run, results)
  const name = "post_turn_callback"
  const answer = await call(`turn:${run.budgets.iteration}/${name}`, name, () => callback(payload), host)
  if (answer === true) return { ...none, stop: true }
  if (typeof answer === "string") return { ...none, message: answer }
  if (typeof answer !== "object" || answer === null) {
    if (answer !== undefined && answer !== null && answer !== false)
      host.report(name, `answered ${describeValue(answer)}`)
    return none
  }
  const [message, detail] = [readField(answer, "message"), readField(answer, "stop_reason")]
  return {
    stop: readField(answer, "stop") === true,
    needs_verify: readField(answer, "needs_verify") === true,
    message: typeof message === "string" ? message : "",
    detail: typeof detail === "string" ? detail : "",
  }
}

/** Asks loop_control; null means that the built-in policy decides. @requirement loop.budget.loop-control */
export async function askControl(
  options: AgentLoopOptions,
  run: RunState,
  settings: RunSettings,
  host: HostCall,
): Promise<ControlAnswer | null> {
  const callback = options.loop_control
  if (callback === undefined) return null
  const { iteration, limit } = run.budgets
  const payload = {
    run_id: run.run_id,
    iteration,
    limit,
    max: settings.budget.max,
    vetoed: run.turn?.vetoed ?? false,
    progressing: isProgressing(run, settings),
    missing_tools: missingTools(run, settings),
  }
  const name = "loop_control"
  const answer = await call(`turn:${iteration}/${name}`, name, () => callback(payload), host)
  if (typeof answer !== "object" || answer === null) {
    if (answer !== undefined && answer !== null) host.report(name, `answered ${describeValue(answer)}`)
    return null
  }
  const by = wholeNumber(readField(answer, "by")) ?? settings.budget.extend_by
  const until = wholeNumber(readField(answer, "until")) ?? limit + by
  const said = readField(answer, "reason")
  const reason = typeof said === "string" ? said : "loop_control"
  const action = readField(answer, "action")
  if (action === "extend" || action === "stop" || action === "none") return { action, until, reason }
  host.report(name, `answered the action ${describeValue(action)}`)
  return null
}

/** Asks terminal_callback; null means that the run ends. @requirement loop.terminal-callback */
export async function askTerminal(
  options: AgentLoopOptions,
  run: RunState,
  settings: RunSettings,
  host: HostCall,
): Promise<TerminalGrant | null> {
  const { terminal_callback: callback } = options
  const { ending, budgets, detector } = run
  if (callback === undefined || ending === null) return null
  const { iteration, limit } = budgets
  const { status, stop_reason } = ending
  const current_failure = settings.detector.currentFailure(detector)
  const payload = {
    run_id: run.run_id,
    iteration,
    limit,
    status,
    stop_reason,
    text: run.text,
    current_failure,
  }
  const name = "terminal_callback"
  const answer = await call(`turn:${iteration}/${name}`, name, () => callback(payload), host)
  if (answer === undefined || answer === null || answer === false) return null
  const [by, message] = [wholeNumber(readField(answer, "extend_by")), readField(answer, "message")]
  if (by !== undefined && by >= 1) {
    const extend_by = Math.min(by, Number.MAX_SAFE_INTEGER - iteration)
    return { extend_by, message: typeof message === "string" ? message : "" }
  }
  host.report(name, `answered ${describeValue(answer)} instead of { extend_by: 1 or more }`)
  return null
}

function wholeNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined
}

async function call<T>(
  key: string,
  name: string,
  ask: () => T | Promise<T>,
  host: HostCall,
): Promise<T | undefined> {
  // A throw is an answer too: a replay hears it again.
  const said = await host.step(key, async (): Promise<{ answer?: T; threw?: string; late_ms?: number }> => {
    const { time_ms } = host
    const deadline = createDeadline({ time_ms: time_ms ?? undefined })
    try {
      return { answer: await raceAbort(ask, deadline.signal) }
    } catch (error) {
      return time_ms !== null && deadline.isOver() ? { late_ms: time_ms } : { threw: thrownMessage(error) }
    } finally {
      deadline.release()
    }
  })
  if (typeof said !== "object" || said === null) {
    host.report(name, `was asked through a step that answered ${describeValue(said)}`)
    return undefined
  }
  if (said.threw === undefined && said.late_ms === undefined) return said.answer
  host.report(
    name,
    said.late_ms === undefined ? `threw ${said.threw}` : `gave no answer within ${said.late_ms} ms`,
  )
  return undefined
}

function turnPayload(run: RunState, results: readonly ToolResult[]): TurnPayload {
  const calls = run.turn?.calls ?? []
  const names = (ok: boolean): readonly string[] =>
    calls.filter((_call, index) => isOk(results[index] ?? {}) === ok).map((call) => call.tool_name)
  return {
    run_id: run.run_id,
    iteration: run.budgets.iteration,
    text: run.text,
    tool_calls: calls.map(({ tool_name, call: source }) => ({
      name: tool_name,
      arguments: callArguments(source),
    })),
    tool_results: results,
    successful_tools: names(true),
    failed_tools: names(false),
    signature: run.detector.last_diagnostic_class === "fail" ? run.detector.last_diagnostic_signature : "",
  }
}
