import { cutCodePoints } from "@proofloop/foundation/text"
import { quoteText } from "../evidence/quote.ts"
import type { RecoveryOutcome } from "../protocol/event.ts"
import type { StallPattern, StallWarning } from "../protocol/warning.ts"
import { shownName } from "../stall/patterns/words.ts"
import { decided } from "./decide_steps.ts"
import { end } from "./ending_steps.ts"
import { injectFeedback } from "./messages.ts"
import type { RunState } from "./run_state.ts"
import type { Emit, RunSettings, StepFunction } from "./settings.ts"
import { skipDispatch } from "./turn_steps.ts"

/** Patterns that a directive may help against, by whether the stopped reply has calls. */
const WITH_CALLS: ReadonlySet<StallPattern> = new Set(["repeated_same_observation"])
const WITHOUT_CALLS: ReadonlySet<StallPattern> = new Set([
  "no_progress_monologue",
  "near_duplicate_monologue",
])

const LONGEST_INTENT = 400

/** Whether this reply's hard stop is skipped, once a run: a repeated observation or a monologue. @requirement loop.rescue */
export function isRescueDue(run: RunState, { detector }: RunSettings): boolean {
  const { enabled, thrash_rescue } = detector.config
  return enabled && thrash_rescue && run.turn?.hard_stop === true && outcomeOf(run) === "recovering"
}

/** Each pattern that stops the reply has an unused rescue. */
function outcomeOf(run: RunState): RecoveryOutcome {
  const has_calls = run.turn !== null && run.turn.calls.length > 0
  const [covered, other] = has_calls ? [WITH_CALLS, WITHOUT_CALLS] : [WITHOUT_CALLS, WITH_CALLS]
  const stopping = stoppingWarnings(run)
  const uncovered = stopping.filter(({ pattern }) => !covered.has(pattern))
  if (stopping.length === 0 || uncovered.some(({ pattern }) => !other.has(pattern)))
    return "no_rung_for_pattern"
  if (uncovered.length > 0) return has_calls ? "unexpected_tool_calls" : "no_tool_calls"
  return run.budgets.rescues > 0 ? "rung_limit_exhausted" : "recovering"
}

/** A hard stop that was not rescued says why, where the host asked for rescues. @requirement loop.rescue.receipt */
export const endStuck: StepFunction<unknown> = (run, _input, { detector }, emit) => {
  if (detector.config.enabled && detector.config.thrash_rescue) emitReceipt(run, "skipped", emit)
  return end(run, { status: "stuck", stop_reason: "thrash_hard_stop" }, emit)
}

function emitReceipt(run: RunState, status: "fired" | "skipped", emit: Emit): void {
  const warnings = stoppingWarnings(run)
  const outcome = outcomeOf(run)
  const telling = warnings.find(({ pattern }) => !WITH_CALLS.has(pattern) && !WITHOUT_CALLS.has(pattern))
  const pattern = (telling ?? warnings[0])?.pattern
  if (pattern === undefined) return
  const tool_count = run.turn?.calls.length ?? 0
  emit({ type: "agent_loop_recovery_receipt", pattern, status, outcome, tool_count })
}

/** Replaces the stop: the calls do not run, the model is told what to do instead, and it gets a turn for that. */
export const rescue: StepFunction<unknown> = (run, _input, settings, emit) => {
  if (run.turn === null) return run
  const kind = run.turn.calls.length > 0 ? "thrash_recovery" : "monologue_recovery"
  const { budgets } = run
  const new_limit = Math.max(budgets.limit, budgets.iteration + 1)
  emitReceipt(run, "fired", emit)
  const decision = {
    action: "thrash_rescue",
    new_limit,
    reason: `${kind}_continue`,
    status: "recovering",
  } as const
  const skipped = skipDispatch(run, kind, settings, emit)
  const rescued = decided(skipped, decision, emit)
  const next = {
    ...rescued,
    budgets: { ...rescued.budgets, limit: new_limit, rescues: budgets.rescues + 1 },
  }
  return injectFeedback(next, { kind, text: directive(run, settings), settings, emit })
}

function stoppingWarnings({ detector }: RunState): readonly StallWarning[] {
  return detector.warnings.filter(({ iteration, hard_stop }) => hard_stop && iteration === detector.turn)
}

function directive(run: RunState, { redact }: RunSettings): string {
  const [warning] = stoppingWarnings(run)
  if (warning !== undefined && run.turn !== null && run.turn.calls.length > 0)
    return (
      `${shownName(redact(warning.tool_name))} showed the same each time it was called in this way, so it was not called again. ` +
      "Do not send that call again. Use what it showed and make another call, or report what blocks you."
    )
  // Cut last: half a secret cannot be recognised.
  const intent = cutCodePoints(redact(run.text.trim()), LONGEST_INTENT)
  return (
    "Your last replies had words and no call. You said:\n" +
    `${quoteText(intent)}\nDo it now: send exactly one tool call, or report what blocks you.`
  )
}
