import { registerTrip, type Step } from "./escalation.ts"
import { foldTurn } from "./fold.ts"
import { foldProgressSignal } from "./net_progress.ts"
import { alternatingFailures } from "./patterns/alternating_failures.ts"
import { deliveredFixNotLanding } from "./patterns/delivered_fix_not_landing.ts"
import { environmentFailure } from "./patterns/environment_failure.ts"
import { noNetProgressHardCap } from "./patterns/no_net_progress_hard_cap.ts"
import type { FoldPattern, Signals } from "./patterns/pattern.ts"
import { recurringDiagnostic } from "./patterns/recurring_diagnostic.ts"
import { stuckSameDiagnostic } from "./patterns/stuck_same_diagnostic.ts"
import { timeoutFailure } from "./patterns/timeout_failure.ts"
import { turnsSinceCleanVerifyFloor } from "./patterns/turns_since_clean_verify_floor.ts"
import type { DetectorState, Draft, TurnEvidence } from "./state.ts"

/** Patterns over the failure model, in the order they are asked. @requirement patterns.order */
const foldPatterns: readonly FoldPattern[] = [
  noNetProgressHardCap,
  turnsSinceCleanVerifyFloor,
  deliveredFixNotLanding,
  environmentFailure,
  stuckSameDiagnostic,
  timeoutFailure,
  alternatingFailures,
  recurringDiagnostic,
]

/**
 * Folds a turn and asks the repair patterns. After a warning of this turn only the floors still speak; of the others the
 * first that fires wins. @requirement patterns.floors-always, repair.trip.core-warning
 */
export function foldAndTrip(draft: Draft, turn: TurnEvidence, signals: Signals, step: Step): void {
  const { config } = step
  const before: DetectorState = { ...draft }
  const fold = foldTurn(draft, turn, config)
  for (const pattern of foldPatterns) {
    if (!pattern.always && (draft.turn_warned || step.warnings.length > 0)) continue
    for (const trip of pattern.trips(draft, { before, fold, config, signals })) {
      registerTrip(draft, step, trip)
    }
  }
  foldProgressSignal(draft, signals.progress_signal, turn.made_edit)
}
