import { readField } from "../evidence/read_field.ts"
import type { DeclaredAnnotations, ToolCall } from "../protocol/tool.ts"
import {
  advanceActionStreaks,
  advancePingPong,
  comparePingPongResults,
  observeCall,
  type ObservedCall,
  resetAction,
} from "./action_streaks.ts"
import { callArguments, proposeCall } from "./calls.ts"
import type { StallConfig } from "./config.ts"
import { registerRecovery, registerTrip, type Step } from "./escalation.ts"
import { foldAndTrip } from "./fold_and_trip.ts"
import { observeFlailing } from "./patterns/flailing_action.ts"
import { endMonologue, observeMonologue } from "./patterns/near_duplicate_monologue.ts"
import type { CallPattern, Signals } from "./patterns/pattern.ts"
import { pingPong } from "./patterns/ping_pong.ts"
import { repeatedContextWindowError } from "./patterns/repeated_context_window_error.ts"
import { repeatedError } from "./patterns/repeated_error.ts"
import { repeatedSameObservation } from "./patterns/repeated_same_observation.ts"
import { repeatedSameSignature } from "./patterns/repeated_same_signature.ts"
import { repeatedSuccess } from "./patterns/repeated_success.ts"
import { observeTokens } from "./patterns/token_runaway.ts"
import { isPoll } from "./poll.ts"
import { BOUNDS, type Draft } from "./state.ts"

/** The model's reply, before anything is dispatched. */
export interface Proposal {
  readonly tool_calls: readonly ToolCall[]
  readonly text?: string | undefined
  readonly provider_stop_reason?: string | undefined
  readonly had_parse_errors?: boolean | undefined
  /** The host asked for these words (a confirmation): saying the same again is no monologue. */
  readonly solicited?: boolean | undefined
  readonly usage?: { readonly output_tokens?: number | undefined } | undefined
  readonly signals?: Signals | undefined
}

/** Patterns over proposed calls; the first that fires wins. @requirement actions.priority.order */
const callPatterns: readonly CallPattern[] = [
  repeatedContextWindowError,
  repeatedError,
  repeatedSameObservation,
  repeatedSuccess,
  pingPong,
  repeatedSameSignature,
]

const MODEL_OVERFLOW: ReadonlySet<string> = new Set([
  "context_window",
  "context_window_exceeded",
  "model_context_window_exceeded",
])

/**
 * Looks at a reply before its calls run: the core step on the turn before's results, then the fold of what is pending,
 * then the repair patterns. Mutates the draft and fills the report. @requirement actions.turn, repair.fold-knob
 */
export function proposeTurn(
  draft: Draft,
  proposal: Proposal,
  declared: (call: ToolCall) => DeclaredAnnotations | undefined,
  step: Step,
): void {
  const { config } = step
  const proposed = Array.isArray(proposal.tool_calls) ? Array.from(proposal.tool_calls) : []
  const calls = proposed.map((call) => proposeCall(call, declared(call)))
  const { dispatched, pending } = draft
  draft.dispatched = null
  draft.pending = null
  draft.proposal = calls.slice(0, BOUNDS.calls)
  draft.turn_warned = false
  const substantive = calls.flatMap((call, index) => (call.soft ? [] : [{ call, index }]))
  if (proposal.had_parse_errors === true) observeParseErrors(draft, step)
  else if (isModelOverflow(proposal, config)) observeModelOverflow(draft, step)
  else {
    draft.parse_rejection_streak = 0
    if (substantive.length === 0) observeProse(draft, proposal, calls.length > 0, step)
    else {
      draft.no_progress_streak = 0
      endMonologue(draft)
      comparePingPongResults(draft, dispatched?.observations ?? [], config)
      for (const { call, index } of substantive) {
        observeOneCall(draft, observeCall(call, dispatched), proposed[index], step)
      }
    }
  }
  if (config.repair_aware && pending !== null) foldAndTrip(draft, pending, proposal.signals ?? {}, step)
  const runaway = observeTokens(draft, readField(proposal.usage, "output_tokens"), config)
  if (runaway) registerTrip(draft, step, runaway)
  observeFlailing(draft, proposal.signals ?? {}, step)
  draft.turn_warned = step.warnings.length > 0
}

function observeOneCall(
  draft: Draft,
  observed: ObservedCall,
  source: ToolCall | undefined,
  step: Step,
): void {
  const { config } = step
  const { tool_name, action } = observed.call
  if (tool_name === "" || config.exempt_tools.includes(tool_name) || isWaiting(observed, config)) {
    resetAction(draft)
    registerRecovery(draft)
    return
  }
  advancePingPong(draft, action)
  advanceActionStreaks(draft, observed)
  for (const { pattern, reached } of callPatterns) {
    const found = reached(draft, observed, config)
    if (found === null) continue
    const tripped = { tool_name, action, arguments: source ? callArguments(source) : {} }
    return registerTrip(draft, step, { pattern, escalation: "ladder", ...found }, tripped)
  }
  registerRecovery(draft)
}

/** Polling may go on for as long as the run's budgets allow, unless it fails. */
function isWaiting({ call, kind, observation }: ObservedCall, config: StallConfig): boolean {
  if (kind !== "ok" || !config.repair_aware || config.undeclared_role !== "infer") return false
  return observation?.running === true || isPoll(call)
}

/**
 * A turn without a substantive call: prose or a soft call counts, an empty reply only breaks the action run.
 * @requirement actions.monologue, actions.turn.soft, actions.turn.empty
 */
function observeProse(draft: Draft, proposal: Proposal, had_soft_call: boolean, step: Step): void {
  const { config } = step
  resetAction(draft)
  const text = typeof proposal.text === "string" ? proposal.text : ""
  if (text.trim() === "" && !had_soft_call) return registerRecovery(draft)
  draft.no_progress_streak += 1
  const near = proposal.solicited === true ? null : observeMonologue(draft, text, config)
  const threshold = config.no_progress_messages
  const count = draft.no_progress_streak
  if (count >= threshold) {
    const pattern =
      proposal.provider_stop_reason === "error" ? "errored_no_tool_call" : "no_progress_monologue"
    registerTrip(draft, step, { pattern, escalation: "ladder", count, threshold })
  } else if (near) {
    registerTrip(draft, step, { pattern: "near_duplicate_monologue", escalation: "ladder", ...near })
  } else registerRecovery(draft)
}

function observeParseErrors(draft: Draft, step: Step): void {
  resetAction(draft)
  const threshold = step.config.repeat_parse_rejection
  draft.parse_rejection_streak += 1
  const count = draft.parse_rejection_streak
  if (threshold !== null) {
    draft.no_progress_streak = 0
    endMonologue(draft)
  }
  if (threshold === null || count < threshold) return registerRecovery(draft)
  registerTrip(draft, step, { pattern: "repeated_parse_rejection", escalation: "ladder", count, threshold })
}

function isModelOverflow(proposal: Proposal, config: StallConfig): boolean {
  return (
    config.context_window_from === "model_errors" && MODEL_OVERFLOW.has(proposal.provider_stop_reason ?? "")
  )
}

function observeModelOverflow(draft: Draft, step: Step): void {
  const count = draft.context_window_error_streak + 1
  resetAction(draft)
  draft.context_window_error_streak = count
  const threshold = step.config.repeat_context_window_error
  if (count < threshold) return registerRecovery(draft)
  const pattern = "repeated_context_window_error"
  registerTrip(draft, step, { pattern, escalation: "ladder", count, threshold })
}
