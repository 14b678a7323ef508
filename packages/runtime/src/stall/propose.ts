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
import { registerRecovery, registerTrip, type Step, tripOnFlailing } from "./escalation.ts"
import { foldAndTrip } from "./fold_and_trip.ts"
import { callPatterns } from "./patterns.ts"
import { endMonologue, nearDuplicateMonologue } from "./patterns/near_duplicate_monologue.ts"
import { noProgressMonologue } from "./patterns/no_progress_monologue.ts"
import { countIdleReply } from "./patterns/nothing_started.ts"
import type { SeenReply, Signals } from "./patterns/pattern.ts"
import { repeatedContextWindowError } from "./patterns/repeated_context_window_error.ts"
import { repeatedParseRejection } from "./patterns/repeated_parse_rejection.ts"
import { tokenRunaway } from "./patterns/token_runaway.ts"
import { hasWaited } from "./poll.ts"
import type { StallConfig } from "./stall_config.ts"
import { BOUNDS, type Draft } from "./state.ts"

/** The model's reply, before anything is dispatched. */
export interface Proposal {
  /** The calls of the reply, in order. */
  readonly tool_calls: readonly ToolCall[]
  /** Text of the reply. Default "". */
  readonly text?: string | undefined
  /** Why the provider ended the reply. Default: none. */
  readonly provider_stop_reason?: string | undefined
  /** The reply had tool calls that could not be parsed. Default false. */
  readonly had_parse_errors?: boolean | undefined
  /** The host asked for these words, a confirmation for instance, so repeating them is not a monologue. */
  readonly solicited?: boolean | undefined
  /** Tokens of the reply, for `token_runaway_after`. Default: not counted. */
  readonly usage?:
    | {
        /** Tokens of the reply. Default: unknown. */
        readonly output_tokens?: number | undefined
      }
    | undefined
  /** What the host says of the turn before. Default: nothing. */
  readonly signals?: Signals | undefined
}

const MODEL_OVERFLOW: ReadonlySet<string> = new Set([
  "context_window",
  "context_window_exceeded",
  "model_context_window_exceeded",
])

/**
 * Looks at a reply before its calls run. First comes the core step on the turn before, then the fold of what is
 * pending, then the repair patterns. Mutates the draft and fills the report.
 * @requirement actions.turn, repair.fold-knob
 */
export function proposeTurn(
  draft: Draft,
  proposal: Proposal,
  declared: (call: ToolCall) => DeclaredAnnotations | undefined,
  step: Step,
): void {
  const { config } = step
  const proposed = Array.isArray(proposal.tool_calls) ? proposal.tool_calls : []
  const calls = proposed.map((call) => proposeCall(call, declared(call)))
  const { dispatched, pending } = draft
  draft.dispatched = null
  draft.pending = null
  draft.proposal = calls.slice(0, BOUNDS.calls)
  draft.turn_warned = false
  const reply: SeenReply = {
    text: typeof proposal.text === "string" ? proposal.text : "",
    provider_stop_reason: proposal.provider_stop_reason,
    output_tokens: readField(proposal.usage, "output_tokens"),
  }
  const substantive = calls.flatMap((call, index) => (call.soft ? [] : [{ call, index }]))
  if (proposal.had_parse_errors === true) observeParseErrors(draft, reply, step)
  else if (isModelOverflow(proposal, config)) observeModelOverflow(draft, step)
  else {
    draft.parse_rejection_streak = 0
    if (substantive.length === 0)
      observeProse(
        draft,
        { reply, is_solicited: proposal.solicited === true, had_soft_call: calls.length > 0 },
        step,
      )
    else {
      draft.no_progress_streak = 0
      endMonologue(draft)
      if (config.ping_pong_observations) comparePingPongResults(draft, dispatched?.observations ?? [])
      for (const { call, index } of substantive) {
        observeOneCall(draft, observeCall(call, dispatched), proposed[index], step)
      }
    }
  }
  if (config.repair_aware && pending !== null) foldAndTrip(draft, pending, proposal.signals ?? {}, step)
  const runaway = tokenRunaway.reached(draft, reply, config)
  if (runaway) registerTrip(draft, step, { pattern: tokenRunaway.name, escalation: "immediate", ...runaway })
  tripOnFlailing(draft, proposal.signals ?? {}, step)
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
  for (const pattern of callPatterns) {
    const found = pattern.reached(draft, observed, config)
    if (found === null) continue
    const tripped = { tool_name, action, arguments: source ? callArguments(source) : {} }
    const of_turn = observed.observation === null ? draft.turn : draft.turn - 1
    return registerTrip(draft, step, { pattern: pattern.name, of_turn, ...found }, tripped)
  }
  registerRecovery(draft)
}

/** Polling may go on for as long as the run's budgets allow. */
function isWaiting({ call, kind, observation }: ObservedCall, config: StallConfig): boolean {
  if (!config.repair_aware || config.undeclared_role !== "infer") return false
  const runs = observation?.running === true && observation.action === call.action
  return (runs && kind !== "context_window") || hasWaited(call, kind === "ok")
}

/**
 * A turn without a substantive call. Prose or a soft call counts; an empty reply only ends the run of equal actions.
 * @requirement actions.monologue, actions.turn.soft, actions.turn.empty
 */
function observeProse(
  draft: Draft,
  {
    reply,
    is_solicited,
    had_soft_call,
  }: { readonly reply: SeenReply; readonly is_solicited: boolean; readonly had_soft_call: boolean },
  step: Step,
): void {
  resetAction(draft)
  if (!is_solicited && !had_soft_call) countIdleReply(draft, step.config)
  if (reply.text.trim() === "" && !had_soft_call) return registerRecovery(draft)
  draft.no_progress_streak += 1
  const near = is_solicited ? null : nearDuplicateMonologue.reached(draft, reply, step.config)
  const prose = noProgressMonologue.reached(draft, reply, step.config)
  if (prose) {
    const { name = noProgressMonologue.name, ...reached } = prose
    registerTrip(draft, step, { pattern: name, ...reached })
  } else if (near) {
    registerTrip(draft, step, { pattern: nearDuplicateMonologue.name, ...near })
  } else registerRecovery(draft)
}

function observeParseErrors(draft: Draft, reply: SeenReply, step: Step): void {
  resetAction(draft)
  draft.parse_rejection_streak += 1
  // Results of calls that could be read count the turn.
  if (draft.proposal.length === 0) countIdleReply(draft, step.config)
  if (step.config.repeat_parse_rejection !== null) {
    draft.no_progress_streak = 0
    endMonologue(draft)
  }
  const found = repeatedParseRejection.reached(draft, reply, step.config)
  if (found === null) return registerRecovery(draft)
  registerTrip(draft, step, { pattern: repeatedParseRejection.name, ...found })
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
  const pattern = repeatedContextWindowError.name
  registerTrip(draft, step, { pattern, count, threshold })
}
