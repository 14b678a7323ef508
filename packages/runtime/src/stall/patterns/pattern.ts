import type { StallPattern } from "../../protocol/warning.ts"
import type { ObservedCall } from "../action_streaks.ts"
import type { StallConfig } from "../config.ts"
import type { FoldOutcome } from "../fold.ts"
import type { SettledResult } from "../settled_result.ts"
import type { DetectorState, Draft, ObservedResult, Slot } from "../state.ts"

/** How far something went, and the knob it was compared with. */
export interface Reached {
  readonly count: number
  readonly threshold: number
}

/**
 * A pattern that fired. `ladder` trips count towards `hard_stop_after_trips`; `immediate` ones stop at once; `stop` adds
 * a pattern's own verdict to the ladder's.
 */
export interface Trip extends Reached {
  readonly pattern: StallPattern
  readonly escalation: "ladder" | "immediate" | "own"
  readonly stop?: boolean | undefined
  readonly slot?: Slot | undefined
  /** The call whose result fired it, where it is one. */
  readonly observed?: Pick<ObservedResult, "tool_name" | "action"> | undefined
  /** That call is an edit that was applied each time. */
  readonly applied?: true | undefined
  readonly remediation_delivered?: true | undefined
}

/** Looks at one proposed call after the streaks advanced; the first that fires wins. */
export interface CallPattern {
  readonly pattern: StallPattern
  readonly reached: (draft: Readonly<Draft>, observed: ObservedCall, config: StallConfig) => Reached | null
}

/** What the host answered this turn. */
export interface Signals {
  /** Grows with progress; null or absent is no advance. */
  readonly progress_signal?: number | null | undefined
  /** Whether a fix for the live failure was delivered, or how many were so far. */
  readonly remediation_delivered?: boolean | number | null | undefined
  /** Whether this turn was a flailing action. */
  readonly action_signal?: boolean | null | undefined
}

export interface FoldView {
  readonly before: DetectorState
  readonly fold: FoldOutcome
  readonly config: StallConfig
  readonly signals: Signals
}

/** Looks at the failure model right after a fold. May update its own memory in the draft. */
export interface FoldPattern {
  /** Also fires, and is returned last, when another pattern fired in the same turn. */
  readonly always: boolean
  trips(draft: Draft, view: FoldView): readonly Trip[]
}

/** Looks at the results of a turn right after dispatch. Updates its own memory in the draft. */
export interface ResultPattern {
  observe(draft: Draft, results: readonly SettledResult[], config: StallConfig): Trip | null
}
