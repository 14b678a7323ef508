import { liveSlot } from "./fold.ts"
import { isInGrace } from "./patterns/no_net_progress_hard_cap.ts"
import type { StallConfig } from "./stall_config.ts"
import type { DetectorState, Draft } from "./state.ts"

/**
 * Folds the host's progress number: a first value or a new high advances, anything else is flat.
 * @requirement progress.signal.fold
 */
export function foldProgressSignal(draft: Draft, value: number | null | undefined, made_edit: boolean): void {
  if (value === undefined) return
  if (
    value !== null &&
    Number.isFinite(value) &&
    (!draft.verify_state_seen || value > draft.verify_state_high)
  ) {
    draft.verify_state_seen = true
    draft.verify_state_high = value
    draft.verify_turns_since_advance = 0
    draft.verify_wrote_since_advance = false
    return
  }
  draft.verify_turns_since_advance += 1
  draft.verify_wrote_since_advance ||= made_edit
}

/**
 * Whether an adaptive budget must not be extended because nothing moves. A progress signal decides by its armed
 * predicates. Without one, the streak and age of the failure decide, if the guard is on.
 * @requirement progress.guard, progress.signal
 */
export function deniesExtension(
  state: DetectorState,
  config: StallConfig,
  has_progress_signal: boolean,
): boolean {
  if (!config.enabled || !config.repair_aware) return false
  if (has_progress_signal) return deniesBySignal(state, config)
  if (!config.no_net_progress_extend_guard || liveSlot(state.slots) === null) return false
  return (
    state.same_diagnostic_streak >= config.no_net_progress_extend_after ||
    (state.failing_verify_turns >= config.no_net_progress_hard_cap_after && !isInGrace(state))
  )
}

function deniesBySignal(state: DetectorState, config: StallConfig): boolean {
  const armed = config.no_net_progress_predicates
  const flat = state.verify_turns_since_advance
  const streak = state.same_diagnostic_streak
  const long_stall = streak >= config.verify_state_streak && flat >= config.verify_state_stall_turns
  const hard_recurrence = Math.max(streak, recurrencesOf(state)) >= config.verify_state_recurrence_hard
  const write_axis = flat >= config.no_verifier_progress_limit && state.verify_wrote_since_advance
  return (
    (armed.long_stall && long_stall) ||
    (armed.hard_recurrence && hard_recurrence) ||
    (armed.write_axis && write_axis)
  )
}

function recurrencesOf(state: DetectorState): number {
  const slot = liveSlot(state.slots)
  if (slot === null) return 0
  const found = state.recurrences.find(
    (entry) => entry.check_id === slot.check_id && entry.signature === slot.signature,
  )
  return found?.count ?? 0
}
