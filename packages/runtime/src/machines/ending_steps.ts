import { thrownMessage } from "@proofloop/foundation/errors"
import { isJournalError } from "../errors/journal_error.ts"
import type { StopReason } from "../protocol/result.ts"
import { closeEverything, closeModelCall } from "./close_calls.ts"
import { hasVerifier } from "./completion.ts"
import { exceededBudget } from "./exceeded_budget.ts"
import { injectFeedback } from "./messages.ts"
import type { Ending, ModelFailure, RunState } from "./run_state.ts"
import type { Emit, RunSettings, StepFunction } from "./settings.ts"
import type { Thrown } from "./setup.ts"
import type { ModelOutcome } from "./turn_steps.ts"
import { startVerification } from "./verification_start.ts"

/** Endings that leave nothing to sum up, or no budget to do it with. */
const WITHOUT_WRAPUP: ReadonlySet<StopReason> = new Set([
  "wall_clock",
  "total_cost",
  "token_budget",
  "circuit_breaker",
])

/** Notes why the run ends. The first cause wins: a later one changes nothing. */
export function end(
  run: RunState,
  cause: Pick<Ending, "status" | "stop_reason" | "detail" | "error">,
  _emit: Emit,
): RunState {
  if (run.ending !== null) return run
  const summable = ["budget_exhausted", "completion_unverified", "verify_exhausted", "stuck"].includes(
    cause.status,
  )
  const wrapup = summable && !WITHOUT_WRAPUP.has(cause.stop_reason) ? "possible" : "refused"
  return { ...run, ending: { ...cause, wrapup, reserved: false } }
}

/** The ending stays; a given stop reason says that its reserved verification failed. */
export function keepEnding(run: RunState, stop_reason: StopReason | null): RunState {
  const { ending } = run
  if (ending === null) return run
  return { ...run, ending: { ...ending, stop_reason: stop_reason ?? ending.stop_reason, reserved: true } }
}

/** Abort or deadline: what is open is closed, and the cause noted unless another came first. */
export const interrupt: StepFunction<"aborted" | "wall_clock"> = (run, cause, settings, emit) => {
  const closed = closeEverything(run, cause, settings, emit)
  if (cause === "aborted") {
    return endAtOnce(end(closed, { status: "aborted", stop_reason: "aborted" }, emit))
  }
  if (closed.ending === null) emit({ type: "budget_exhausted", kind: "wall_clock" })
  return endAtOnce(end(closed, { status: "budget_exhausted", stop_reason: "wall_clock" }, emit))
}

/**
 * The host asked to suspend: the run ends at the next turn border, with nothing in flight. A pending ending notes the
 * request as well, because a reserved verification or the host may take that ending back.
 */
export const requestSuspend: StepFunction<unknown> = (run, _input, _settings, emit) => {
  const is_final = run.ending?.reserved === true && run.budgets.terminal_asked
  if (run.suspend_requested || is_final) return run
  emit({ type: "suspend_requested" })
  return { ...run, suspend_requested: true }
}

export const endProviderError: StepFunction<ModelFailure> = (run, failure, _settings, emit) =>
  end(
    run,
    {
      status: "provider_error",
      stop_reason: "provider_error",
      error: { code: failure.kind, message: failure.message },
    },
    emit,
  )

/** A defect in this library or in a host's port: the run still ends with a result. */
export const endError: StepFunction<Thrown> = (run, { thrown }, settings, emit) => {
  const closed = closeEverything(run, "aborted", settings, emit)
  const code = isJournalError(thrown) ? thrown.code : "error"
  const error = { code, message: settings.redact(thrownMessage(thrown)) }
  return endAtOnce(end(closed, { status: "failed", stop_reason: "error", error }, emit))
}

/** Opens the reserved verification of an ending that would give up. @requirement loop.reserved */
export const reserveVerification: StepFunction<unknown> = (run, _input, settings, emit) => {
  const trigger = reservedTrigger(run, settings)
  return trigger === null ? run : startVerification(run, { trigger, path: "reserved", settings, emit })
}

/** Which reserved verification is due before this ending, if any. */
export function reservedTrigger(
  run: RunState,
  settings: RunSettings,
): "reserved_terminal_verify" | "zero_write_terminal_verify" | null {
  const { ending, budgets } = run
  const { work } = run.detector
  const { config } = settings.detector
  if (ending === null || ending.reserved || !config.enabled || !hasVerifier(settings)) return null
  if (ending.status !== "budget_exhausted" && ending.status !== "stuck") return null
  if (WITHOUT_WRAPUP.has(ending.stop_reason) || budgets.verify_attempts >= settings.max_verify_attempts)
    return null
  if (work.unverified_write) return config.reserved_terminal_verify ? "reserved_terminal_verify" : null
  return config.zero_write_terminal_verify && work.write_epoch === 0 ? "zero_write_terminal_verify" : null
}

/** Whether one tool-less call may sum up: after a turn with calls, with budget for it. @requirement loop.wrapup */
export function isWrapupDue(run: RunState, settings: RunSettings): boolean {
  const possible = settings.final_wrapup && run.ending?.wrapup === "possible"
  return possible && (run.turn?.calls.length ?? 0) > 0 && exceededBudget(run, settings) === null
}

export const beginWrapup: StepFunction<unknown> = (run, _input, settings, emit) => {
  const asked = injectFeedback(run, { kind: "final_wrapup", text: WRAPUP_TEXT, settings, emit })
  emit({ type: "model_call_start", purpose: "final_wrapup", messages: asked.messages.length })
  return {
    ...asked,
    budgets: { ...asked.budgets, model_calls: asked.budgets.model_calls + 1 },
    open: { ...asked.open, model_call: "final_wrapup" },
  }
}

/** Takes the wrap-up in: its text only; it never changes the status. */
export const takeWrapup: StepFunction<ModelOutcome> = (run, outcome, settings, emit) => {
  const closed = outcome.ok
    ? closeModelCall(run, { ok: true, reply: outcome.reply }, settings, emit)
    : closeModelCall(run, { ok: false, error_kind: outcome.failure.kind }, settings, emit)
  const skipped = outcome.ok ? outcome.reply.tool_calls.length : 0
  emit({ type: "final_wrapup", ok: outcome.ok, tool_calls_skipped: skipped })
  const done = refuseWrapup(closed)
  if (!outcome.ok) return done
  const { text } = outcome.reply
  return { ...done, text, messages: [...done.messages, { role: "assistant", content: text }] }
}

/** Skips the wrap-up, reserved verifications and questions to the host, also for an ending under way. */
function endAtOnce(run: RunState): RunState {
  if (run.ending === null) return run
  return {
    ...run,
    verification: null,
    budgets: { ...run.budgets, terminal_asked: true },
    ending: { ...run.ending, wrapup: "refused", reserved: true },
  }
}

function refuseWrapup(run: RunState): RunState {
  return run.ending === null ? run : { ...run, ending: { ...run.ending, wrapup: "refused" } }
}

const WRAPUP_TEXT =
  "The run ends here and no more tools can be called. Sum up what was done, what is still failing, and what to try next."
