import type { StallConfig } from "../config.ts"
import { registerTrip, type TurnReport } from "../escalation.ts"
import type { Draft } from "../state.ts"
import type { Signals, Trip } from "./pattern.ts"

/**
 * The host calls this turn a flailing action and nothing else fired. The count stands apart from the ladder; a turn without
 * flailing resets it. @requirement patterns.flailing_action
 */
export function observeFlailing(
  draft: Draft,
  signals: Signals,
  config: StallConfig,
  report: TurnReport,
): void {
  if (signals.action_signal === undefined || signals.action_signal === null) return
  if (!signals.action_signal) {
    draft.action_flail_trips = 0
    return
  }
  if (draft.turn_warned || report.warnings.length > 0) return
  draft.action_flail_trips += 1
  const count = draft.action_flail_trips
  const threshold = config.hard_stop_after_trips
  const trip: Trip = {
    pattern: "flailing_action",
    escalation: "own",
    count,
    threshold,
    stop: count >= threshold,
  }
  registerTrip(draft, { trip, call: null, config, report })
}
