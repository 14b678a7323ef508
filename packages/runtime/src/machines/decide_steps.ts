import { isOk } from "../evidence/outcome.ts"
import type { LoopControlDecision, StopReason } from "../protocol/result.ts"
import { hasVerifier, missingTools, proposeCompletion } from "./completion.ts"
import { end } from "./ending_steps.ts"
import { exceededBudget } from "./exceeded_budget.ts"
import { injectFeedback } from "./messages.ts"
import type { ControlAnswer, HostAnswer, PostTurnVerdict, RunState } from "./run_state.ts"
import type { Emit, RunSettings, StepFunction } from "./settings.ts"
import { startVerification } from "./verification_start.ts"

/** The host's post-turn verdict; its message is told to the model. */
export const takePostTurn: StepFunction<HostAnswer<PostTurnVerdict>> = (run, given, settings, emit) => {
  if (run.turn === null) return run
  const { answer: verdict, elapsed_ms } = given
  const noted: RunState = {
    ...run,
    budgets: { ...run.budgets, elapsed_ms },
    turn: { ...run.turn, post_turn: verdict, nudged: run.turn.nudged || verdict.message !== "" },
  }
  return injectFeedback(noted, { kind: "post_turn", text: verdict.message, settings, emit })
}

/**
 * What follows a completed turn: a verification, an end, or going on. Sets `verification` or `ending`; neither means:
 * continue. @requirement loop.mandate, loop.attempts
 */
export const decideTurn: StepFunction<unknown> = (run, _input, settings, emit) => {
  const { turn } = run
  if (turn === null) return run
  const proposal = proposeCompletion(run, turn, settings)
  const mandated = turn.reverify_mandated && hasVerifier(settings)
  const capped = run.budgets.verify_attempts >= settings.max_verify_attempts
  if (proposal.kind === "stop") {
    if (proposal.needs_verify || mandated) {
      if (capped) return end(run, { status: "verify_exhausted", stop_reason: proposal.stop_reason }, emit)
      return startVerification(run, { trigger: proposal.stop_reason, path: "break", settings, emit })
    }
    return acceptStop(run, { stop_reason: proposal.stop_reason, settings, emit, detail: proposal.detail })
  }
  let next = run
  if (proposal.kind === "confirm") {
    next = { ...run, budgets: { ...run.budgets, completion_confirmed: true } }
    next = injectFeedback(next, { kind: "completion_confirmation", text: CONFIRMATION_TEXT, settings, emit })
    next = nudged(next)
  }
  return mandated && !capped
    ? startVerification(next, { trigger: "post_edit_reverify", path: "continue", settings, emit })
    : next
}

/** Ends a run whose stop nothing vetoed, unless required tools hold it back. @requirement loop.completion.required-tools */
export function acceptStop(
  run: RunState,
  {
    stop_reason,
    settings,
    emit,
    detail,
  }: {
    readonly stop_reason: StopReason
    readonly settings: RunSettings
    readonly emit: Emit
    readonly detail?: string | undefined
  },
): RunState {
  const missing = missingTools(run, settings)
  if (missing.length > 0) {
    if (run.budgets.required_tool_nudges >= settings.max_nudges) {
      return end(
        run,
        { status: "failed", stop_reason: "missing_required_tools", detail: missing.join(", ") },
        emit,
      )
    }
    const counted = {
      ...run,
      budgets: { ...run.budgets, required_tool_nudges: run.budgets.required_tool_nudges + 1 },
    }
    return nudged(
      injectFeedback(counted, { kind: "required_tools", text: requiredToolsText(missing), settings, emit }),
    )
  }
  return end(run, { status: "done", stop_reason, ...(detail === undefined ? {} : { detail }) }, emit)
}

/** Counts turns of text alone; nudges a run without progress. @requirement loop.completion.max-nudges, loop.tools.no-progress */
export const continueTurn: StepFunction<unknown> = (run, _input, settings, emit) => {
  const { turn, budgets } = run
  if (turn === null) return run
  if (settings.loop_until_done && turn.calls.length === 0 && budgets.text_only_turns > settings.max_nudges) {
    return end(run, { status: "stuck", stop_reason: "max_nudges" }, emit)
  }
  const depth = budgets.turns_since_progress
  const succeeded = turn.results.some((result) => result !== null && isOk(result))
  if (depth < 2 || depth > settings.max_nudges || succeeded || turn.nudged || turn.vetoed) return run
  return injectFeedback(run, { kind: "no_progress_streak", text: noProgressText(depth), settings, emit })
}

/**
 * The budget after a turn that goes on: amounts spent, turns granted to a stuck run, then the iteration limit and its
 * extensions.
 * @requirement loop.budget, loop.reserved.stuck-turns
 */
export const spendTurn: StepFunction<unknown> = (before, _input, settings, emit) => {
  if (before.ending !== null) return before
  const answer = before.control
  const run: RunState = { ...before, control: null }
  const spent = exceededBudget(run, settings)
  if (spent !== null) return exhaust(run, spent, emit)
  if (run.suspend_requested) return end(run, { status: "suspended", stop_reason: "suspended" }, emit)
  const reprieved = afterReprieve(run)
  if (reprieved === null) return end(run, { status: "stuck", stop_reason: "thrash_hard_stop" }, emit)
  let next = reprieved
  if (answer?.action === "stop") {
    next = decided(
      reprieved,
      { action: "stop", new_limit: run.budgets.limit, reason: answer.reason, status: "stopped" },
      emit,
    )
    return end(next, { status: "stopped", stop_reason: "loop_control", detail: answer.reason }, emit)
  }
  if (answer?.action === "extend")
    next = extendTo(reprieved, { until: answer.until, reason: answer.reason, settings, emit })
  else if (answer === null) next = extendByPolicy(reprieved, settings, emit)
  return next.budgets.iteration >= next.budgets.limit ? exhaust(next, "max_iterations", emit) : next
}

/** The run as it goes on. Null for a stuck run whose granted turn is over and whose present files no check has passed. */
function afterReprieve(run: RunState): RunState | null {
  const { reprieve_until, iteration } = run.budgets
  if (reprieve_until === 0 || iteration < reprieve_until) return run
  const { proof, write_epoch } = run.detector.work
  const has_passed = proof !== null && proof.source !== "judge" && proof.write_epoch === write_epoch
  return has_passed ? { ...run, budgets: { ...run.budgets, reprieve_until: 0 } } : null
}

/** A run that must not start: its budget is used up before the first call. */
export const checkBudget: StepFunction<unknown> = (run, _input, settings, emit) => {
  const spent = exceededBudget(run, settings)
  return spent === null ? run : exhaust(run, spent, emit)
}

export const takeControl: StepFunction<HostAnswer<ControlAnswer | null>> = (run, { answer, elapsed_ms }) => ({
  ...run,
  control: answer,
  budgets: { ...run.budgets, elapsed_ms },
})

export function isProgressing(run: RunState, settings: RunSettings): boolean {
  const { turn } = run
  if (turn === null) return false
  const active = turn.calls.length > 0 || turn.reply.text.trim() !== ""
  return (
    active && !settings.detector.deniesExtension(run.detector, settings.signals.includes("progress_signal"))
  )
}

function extendByPolicy(run: RunState, settings: RunSettings, emit: Emit): RunState {
  const { iteration, limit } = run.budgets
  if (settings.budget.mode !== "adaptive" || iteration < limit) return run
  const reason = extensionReason(run, settings)
  return reason === null
    ? run
    : extendTo(run, { until: limit + settings.budget.extend_by, reason, settings, emit })
}

function extensionReason(run: RunState, settings: RunSettings): string | null {
  if (run.turn?.vetoed === true) return "completion_vetoed"
  if (missingTools(run, settings).length > 0) return "required_tools_missing"
  return isProgressing(run, settings) ? "progressing" : null
}

function extendTo(
  run: RunState,
  {
    until,
    reason,
    settings,
    emit,
  }: { readonly until: number; readonly reason: string; readonly settings: RunSettings; readonly emit: Emit },
): RunState {
  const new_limit = Math.min(until, settings.budget.max)
  if (new_limit <= run.budgets.limit) return run
  const extended = decided(run, { action: "extend", new_limit, reason, status: "running" }, emit)
  const { extensions_used } = extended.budgets
  return {
    ...extended,
    budgets: { ...extended.budgets, limit: new_limit, extensions_used: extensions_used + 1 },
  }
}

/** Notes and tells a decision about how long the run goes on. */
export function decided(
  run: RunState,
  decision: Pick<LoopControlDecision, "action" | "new_limit" | "reason" | "status">,
  emit: Emit,
): RunState {
  const old_limit = run.budgets.limit
  emit({ type: "loop_control_decision", old_limit, ...decision })
  const entry = { iteration: run.budgets.iteration, old_limit, ...decision }
  return { ...run, budgets: { ...run.budgets, decisions: [...run.budgets.decisions, entry] } }
}

function exhaust(run: RunState, kind: StopReason, emit: Emit): RunState {
  emit({ type: "budget_exhausted", kind })
  return end(run, { status: "budget_exhausted", stop_reason: kind }, emit)
}

function nudged(run: RunState): RunState {
  return run.turn === null ? run : { ...run, turn: { ...run.turn, nudged: true } }
}

const CONFIRMATION_TEXT =
  "You have not used any tool yet. If the task is really done, say so again with what shows it; otherwise start working on it."

function requiredToolsText(missing: readonly string[]): string {
  return `The task is not done before these tools have succeeded: ${missing.join(", ")}.`
}

function noProgressText(depth: number): string {
  const lead = `No tool call succeeded this turn; lately ${depth} more turns went without a success than with one.`
  if (depth === 2) return `${lead} Take one concrete step now.`
  if (depth === 3) return `${lead} Change the approach, then take one concrete step.`
  return `${lead} Make one different, successful call, or report what blocks you.`
}
