import { keys } from "./actions/keys.ts"
import { ladder } from "./actions/ladder.ts"
import { pingPong } from "./actions/ping_pong.ts"
import { priority } from "./actions/priority.ts"
import { resets } from "./actions/resets.ts"
import { actionResults } from "./actions/results.ts"
import { streaks } from "./actions/streaks.ts"
import { turns } from "./actions/turns.ts"
import type { BrokenImplementation } from "./broken_implementation.ts"
import { narrower } from "./checks/narrower.ts"
import { roles } from "./checks/roles.ts"
import { slots } from "./checks/slots.ts"
import { verdicts } from "./checks/verdicts.ts"
import { weakPass } from "./checks/weak_pass.ts"
import { configImplementations } from "./config.ts"
import { evidenceImplementations } from "./evidence.ts"
import { counters } from "./failure_model/counters.ts"
import { edits } from "./failure_model/edits.ts"
import { firstDraft } from "./failure_model/first_draft.ts"
import { gates } from "./failure_model/gates.ts"
import { handBack } from "./failure_model/hand_back.ts"
import { lag } from "./failure_model/lag.ts"
import { mandate } from "./failure_model/mandate.ts"
import { turnResults } from "./failure_model/results.ts"
import { streak } from "./failure_model/streak.ts"
import { trips } from "./failure_model/trips.ts"
import { writes } from "./failure_model/writes.ts"
import { knobImplementations } from "./knobs.ts"
import { budgets } from "./loop/budgets.ts"
import { completion } from "./loop/completion.ts"
import { endings } from "./loop/endings.ts"
import { loopOptions } from "./loop/options.ts"
import { proof } from "./loop/proof.ts"
import { provider } from "./loop/provider.ts"
import { loopRepair } from "./loop/repair.ts"
import { loopReports } from "./loop/reports.ts"
import { loopVerdicts } from "./loop/verdicts.ts"
import { nudges } from "./reports/nudges.ts"
import { patterns } from "./reports/patterns.ts"
import { progress } from "./reports/progress.ts"
import { repeats } from "./reports/repeats.ts"
import { signalled } from "./reports/signals.ts"
import { tokens } from "./reports/tokens.ts"
import { warnings } from "./reports/warnings.ts"
import { wholeTurns } from "./reports/whole_turns.ts"

export type { BrokenImplementation } from "./broken_implementation.ts"
export { hasTeeth, killMatrix, type KillMatrix } from "./kill_matrix.ts"
export { formatMatrix } from "./report.ts"

/** Every broken implementation that the suite must catch. */
export const brokenImplementations: readonly BrokenImplementation[] = [
  ...knobImplementations,
  ...keys,
  ...actionResults,
  ...streaks,
  ...pingPong,
  ...resets,
  ...priority,
  ...turns,
  ...ladder,
  ...firstDraft,
  ...streak,
  ...writes,
  ...turnResults,
  ...lag,
  ...trips,
  ...edits,
  ...mandate,
  ...handBack,
  ...counters,
  ...gates,
  ...slots,
  ...narrower,
  ...weakPass,
  ...verdicts,
  ...roles,
  ...warnings,
  ...nudges,
  ...patterns,
  ...repeats,
  ...signalled,
  ...tokens,
  ...progress,
  ...wholeTurns,
  ...loopVerdicts,
  ...loopRepair,
  ...completion,
  ...budgets,
  ...endings,
  ...provider,
  ...loopReports,
  ...proof,
  ...loopOptions,
  ...evidenceImplementations,
  ...configImplementations,
]
