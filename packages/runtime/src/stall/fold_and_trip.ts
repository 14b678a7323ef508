import { registerTrip, type Step } from "./escalation.ts"
import { foldTurn } from "./fold.ts"
import { foldProgressSignal } from "./net_progress.ts"
import { foldPatterns } from "./patterns.ts"
import type { Signals } from "./patterns/pattern.ts"
import { startOver } from "./start_rows_over.ts"
import type { DetectorState, Draft, TurnEvidence } from "./state.ts"

/**
 * Folds a turn and asks the repair patterns. After a warning of this turn only the floors may still trip; among the
 * others the first that fires wins.
 * @requirement patterns.floors-always, repair.trip.core-warning
 */
export function foldAndTrip(draft: Draft, turn: TurnEvidence, signals: Signals, step: Step): void {
  const { config } = step
  const before: DetectorState = { ...draft }
  const fold = foldTurn(draft, turn, config)
  if (fold.improved) startOver(draft, "progress")
  for (const pattern of foldPatterns) {
    if (!pattern.always && (draft.turn_warned || step.warnings.length > 0)) continue
    for (const trip of pattern.trips(draft, { before, fold, signals, turn }, config)) {
      registerTrip(draft, step, { pattern: pattern.name, ...trip })
    }
  }
  foldProgressSignal(draft, signals.progress_signal, turn.made_edit)
}
