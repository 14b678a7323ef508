import type { CoreConfig } from "../core_knobs.ts"
import type { Draft } from "../state.ts"
import type { Pattern, Signals, Trip } from "./pattern.ts"

/**
 * The host calls this turn a flailing action and nothing else fired. The count stands apart from the ladder; a turn without
 * flailing resets it. @requirement patterns.flailing_action
 */
export const flailingAction: Pattern<object> = {
  name: "flailing_action",
  confidence: "certain",
  knobs: {},
  says: () => "The host calls this turn a flailing action. Change the approach before acting again.",
}

/** Counts the turn if the host calls it flailing; `is_warned`: something else fired in it. */
export function observeFlailing(
  draft: Draft,
  { action_signal }: Signals,
  { hard_stop_after_trips: threshold }: CoreConfig,
  is_warned: boolean,
): Trip | null {
  if (action_signal === undefined || action_signal === null) return null
  if (!action_signal) {
    draft.action_flail_trips = 0
    return null
  }
  if (is_warned) return null
  draft.action_flail_trips += 1
  const count = draft.action_flail_trips
  return { escalation: "own", count, threshold, stop: count >= threshold }
}
