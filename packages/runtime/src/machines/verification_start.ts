import type { StopReason } from "../protocol/result.ts"
import { verificationStages } from "./completion.ts"
import type { RunState, VerificationState } from "./run_state.ts"
import type { Emit, RunSettings } from "./settings.ts"

/** Opens a verification: which stages it asks, and what follows its verdict. */
export function startVerification(
  run: RunState,
  {
    trigger,
    path,
    settings,
    emit,
  }: {
    readonly trigger: StopReason
    readonly path: VerificationState["path"]
    readonly settings: RunSettings
    readonly emit: Emit
  },
): RunState {
  emit({ type: "verification_start", trigger })
  return {
    ...run,
    verification: { trigger, path, stages: verificationStages(run, path, settings), concluded: null },
    open: { ...run.open, verification: trigger },
  }
}
