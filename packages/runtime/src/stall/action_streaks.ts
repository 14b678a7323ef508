import type { CoreConfig } from "./core_knobs.ts"
import type { Draft, ObservedResult, OutcomeKind, ProposedCall } from "./state.ts"

/** What the core step knows of one proposed call: the call, and the result of its name in the turn before, if any. */
export interface ObservedCall {
  readonly call: ProposedCall
  readonly observation: ObservedResult | null
  /** "ok" without an observation. */
  readonly kind: OutcomeKind
  readonly prior_made_edit: boolean
}

/**
 * Pairs a call with the first result of its name in the turn before; arguments are not compared.
 * @requirement actions.pairing
 */
export function observeCall(
  call: ProposedCall,
  dispatched: { readonly observations: readonly ObservedResult[]; readonly made_edit: boolean } | null,
): ObservedCall {
  const observation = dispatched?.observations.find((entry) => entry.tool_name === call.tool_name) ?? null
  return {
    call,
    observation,
    kind: observation?.kind ?? "ok",
    prior_made_edit: dispatched?.made_edit ?? false,
  }
}

/**
 * With `repair_aware` the failure model counts repeated results of everything it reads as evidence. That includes
 * undeclared results at base; the core counts only mere observations.
 * @requirement actions.priority
 */
export function isOwnedByFailureModel(observed: ObservedCall, config: CoreConfig): boolean {
  return config.repair_aware && (observed.observation === null || observed.observation.evidence)
}

/**
 * Advances the action streaks by one processed call, on the state before it.
 * @requirement actions.repeated_same_observation, actions.repeated_error, actions.repeated_tool_calls
 */
export function advanceActionStreaks(draft: Draft, observed: ObservedCall): void {
  const key = observed.call.action
  const observation_key = observed.observation?.key ?? `sig:${key}`
  const same = key === draft.last_signature
  const known = observed.observation !== null && draft.last_outcome_kind !== ""
  const changed = known && observation_key !== draft.last_observation_signature
  const grown = (streak: number): number => (!same || changed ? 1 : streak + 1)

  draft.streak = same ? draft.streak + 1 : 1
  if (draft.streak > 1) draft.repeated_tool_calls += 1
  draft.same_observation_streak = observed.kind === "ok" ? grown(draft.same_observation_streak) : 0
  draft.same_error_streak = observed.kind === "error" ? grown(draft.same_error_streak) : 0
  draft.context_window_error_streak =
    observed.kind === "context_window" ? draft.context_window_error_streak + 1 : 0
  draft.same_success_streak = nextSuccessStreak(draft.same_success_streak, observed, same, changed)
  draft.last_signature = key
  draft.last_observation_signature = observation_key
  draft.last_outcome_kind = observed.observation === null ? "" : observed.kind
}

/**
 * Counts successes of one action whose output varies (V3's same_success_streak): a check run again and again. A call that
 * still runs, or that only looks at something, is a poll.
 */
function nextSuccessStreak(streak: number, observed: ObservedCall, same: boolean, changed: boolean): number {
  const { observation } = observed
  if (observation !== null && (observation.running || !observation.evidence)) return 0
  if (!same || observed.kind !== "ok" || observed.prior_made_edit) {
    return observed.kind === "ok" && !observed.prior_made_edit ? 1 : 0
  }
  return changed ? streak + 1 : 1
}

/** Advances the ping-pong tracker; runs before the streaks of each call. @requirement actions.ping_pong.tracker */
export function advancePingPong(draft: Draft, key: string): void {
  if (draft.ping_pong_a === "") return startPingPong(draft, key)
  if (draft.ping_pong_b === "") {
    if (key === draft.ping_pong_a) return
    draft.ping_pong_b = key
    draft.ping_pong_alternations = 1
    return
  }
  const expected = draft.ping_pong_alternations % 2 === 1 ? draft.ping_pong_a : draft.ping_pong_b
  if (key === expected) draft.ping_pong_alternations += 1
  else startPingPong(draft, key)
}

/** With `ping_pong_observations`, a changed result of either action restarts the tracker: that is progress. */
export function comparePingPongResults(draft: Draft, observations: readonly ObservedResult[]): void {
  for (const { action, key } of observations) {
    const is_a = action === draft.ping_pong_a
    if (!is_a && action !== draft.ping_pong_b) continue
    const before = is_a ? draft.ping_pong_observation_a : draft.ping_pong_observation_b
    const restart = before !== "" && before !== key
    if (restart) startPingPong(draft, action)
    if (is_a || restart) draft.ping_pong_observation_a = key
    else draft.ping_pong_observation_b = key
  }
}

/**
 * Forgets the action run: an assistant message, a rejected reply or an exempt call breaks it.
 * @requirement actions.resets
 */
export function resetAction(draft: Draft): void {
  draft.last_signature = ""
  draft.streak = 0
  draft.last_observation_signature = ""
  draft.last_outcome_kind = ""
  draft.same_observation_streak = 0
  draft.same_error_streak = 0
  draft.same_success_streak = 0
  draft.context_window_error_streak = 0
  startPingPong(draft, "")
}

function startPingPong(draft: Draft, key: string): void {
  draft.ping_pong_a = key
  draft.ping_pong_b = ""
  draft.ping_pong_alternations = 0
  draft.ping_pong_observation_a = ""
  draft.ping_pong_observation_b = ""
}
