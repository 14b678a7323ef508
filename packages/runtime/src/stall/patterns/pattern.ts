import type { Confidence, StallPattern, StallWarning } from "../../protocol/warning.ts"
import type { ObservedCall } from "../action_streaks.ts"
import type { CoreConfig } from "../core_knobs.ts"
import type { FoldOutcome } from "../fold.ts"
import type { ValuesOf } from "../knob.ts"
import type { SettledResult } from "../settled_result.ts"
import type { DetectorState, Draft, ObservedResult, Slot, TurnEvidence } from "../state.ts"
import type { Memory } from "./memory.ts"

/** How far something went, and the knob it was compared with. */
export interface Reached {
  readonly count: number
  readonly threshold: number
}

/**
 * A pattern that fired. Trips count towards `hard_stop_after_trips`; `immediate` ones stop at once, `own` ones are
 * counted apart. `stop` adds a pattern's own verdict.
 */
export interface Trip extends Reached {
  readonly escalation?: "immediate" | "own" | undefined
  readonly stop?: boolean | undefined
  readonly slot?: Slot | undefined
  /** The call whose result fired it, where it is one. */
  readonly observed?: Pick<ObservedResult, "tool_name" | "action"> | undefined
  /** The turn whose results fired it. Default: the present one. */
  readonly of_turn?: number | undefined
  /** The text of its nudge, where it differs from the pattern's usual text. */
  readonly says?: ((warning: StallWarning) => string) | undefined
  readonly remediation_delivered?: true | undefined
}

/** One pattern; `Rows` are the knobs it owns. */
export interface Pattern<Rows> {
  readonly name: StallPattern
  readonly confidence: Confidence
  readonly knobs: Rows
  readonly memory?: readonly Memory<unknown>[] | undefined
  /** The text of its nudge. Default: that the run stalled, and how often. */
  readonly says?: ((warning: StallWarning) => string) | undefined
}

/** The knobs of a pattern, and those that no single pattern owns. */
export type ConfigWith<Rows> = CoreConfig & ValuesOf<Rows>

/** A reply before its calls run, as far as patterns look at it. */
export interface SeenReply {
  readonly text: string
  readonly provider_stop_reason: string | undefined
  readonly output_tokens: unknown
}

/** Looks at a reply without a substantive call. Updates its own memory in the draft. */
export interface ReplyPattern<Rows> extends Pattern<Rows> {
  reached(
    draft: Draft,
    reply: SeenReply,
    config: ConfigWith<Rows>,
  ): (Reached & { readonly name?: StallPattern }) | null
}

/** Looks at one proposed call after the streaks advanced; the first that fires wins. */
export interface CallPattern<Rows> extends Pattern<Rows> {
  reached(draft: Readonly<Draft>, observed: ObservedCall, config: ConfigWith<Rows>): Reached | null
}

/** Looks at the results of a turn right after dispatch. Updates its own memory in the draft. */
export interface ResultPattern<Rows> extends Pattern<Rows> {
  observe(draft: Draft, results: readonly SettledResult[], config: ConfigWith<Rows>): Trip | null
}

/** Looks at the failure model right after a fold. May update its own memory in the draft. */
export interface FoldPattern<Rows> extends Pattern<Rows> {
  /** Also fires, and is returned last, when another pattern fired in the same turn. */
  readonly always: boolean
  trips(draft: Draft, view: FoldView, config: ConfigWith<Rows>): readonly Trip[]
}

export interface FoldView {
  readonly before: DetectorState
  readonly fold: FoldOutcome
  readonly signals: Signals
  readonly turn: TurnEvidence
}

/** What the host answered this turn. */
export interface Signals {
  /** Grows with progress; null or absent counts as no progress. */
  readonly progress_signal?: number | null | undefined
  /** Whether a fix for the live failure was delivered, or how many were so far. */
  readonly remediation_delivered?: boolean | number | null | undefined
  /** Whether this turn was a flailing action. */
  readonly action_signal?: boolean | null | undefined
}
