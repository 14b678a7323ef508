import { registerTrip, type Step } from "../escalation.ts"
import type { Draft } from "../state.ts"
import type { Signals } from "./pattern.ts"

/**
 * The host calls this turn a flailing action and nothing else fired. The count stands apart from the ladder; a turn without
 * flailing resets it. @requirement patterns.flailing_action
 */
export function observeFlailing(draft: Draft, signals: Signals, step: Step): void {
  if (signals.action_signal === undefined || signals.action_signal === null) return
  if (!signals.action_signal) {
    draft.action_flail_trips = 0
    return
  }
  if (draft.turn_warned || step.warnings.length > 0) return
  draft.action_flail_trips += 1
  const count = draft.action_flail_trips
  const threshold = step.config.hard_stop_after_trips
  const stop = count >= threshold
  registerTrip(draft, step, { pattern: "flailing_action", escalation: "own", count, threshold, stop })
}
