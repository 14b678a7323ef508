import type { BaselineHold } from "./baselines.ts"
import type { GateSettings } from "./settings.ts"
import type { GatePhase, GateSubtask, Propose } from "./subtask.ts"

export interface SubmitOptions {
  /** Default "worker". */
  readonly phase?: GatePhase | undefined
  /** Default: the gate's. */
  readonly attempts?: number | undefined
  /** Build manifests that may be changed. Default: the subtask's file hints in the worker, none otherwise. */
  readonly allowed_manifests?: readonly string[] | undefined
  /** Leave the accepted change uncommitted, to be kept or undone before the next submission. Default false. */
  readonly hold?: boolean | undefined
  /** Aborts the submission. Default: none. */
  readonly signal?: AbortSignal | undefined
}

export interface Submission {
  readonly settings: GateSettings
  readonly baselines: BaselineHold
  readonly subtask: GateSubtask
  readonly propose: Propose
  readonly phase: GatePhase
  readonly attempts: number
  readonly allowed_manifests: readonly string[]
  readonly hold: boolean
  readonly signal: AbortSignal
}
