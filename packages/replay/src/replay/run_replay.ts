import type { Confidence, StallPattern, Unjudged } from "@proofloop/runtime/internal/detector"
import type { SessionRun } from "../sessions/session.ts"

export interface Trip {
  readonly event: number
  /** Turn from 1. */
  readonly turn: number
  readonly pattern: StallPattern
  /** How sure the pattern is of futility; it decides whether a trip nudges or stops. */
  readonly confidence: Confidence
  /** Signature of the failure or digest of the repeated action; "" for prose. */
  readonly signature: string
  readonly streak: number
  readonly hard_stop: boolean
}

export interface Remainder {
  /** Turns after the event. */
  readonly turns: number
  /** Where the recording tells tokens. */
  readonly tokens?: number | undefined
  /** Where the recording tells times: between turns, of a pause of the person at most five minutes. */
  readonly seconds?: number | undefined
}

export interface RunReplay extends SessionRun {
  /** Recorded events, from first to last. */
  readonly events: number
  readonly turns: number
  /** Turns before its first, which an earlier recording holds as well. */
  readonly repeated_turns?: number | undefined
  /** Results that found no call; missing where each found one. */
  readonly lost_results?: number | undefined
  /** In the order of their events, of hard stops the first alone; empty where nothing tripped. */
  readonly trips: readonly Trip[]
  /** What failed at the first trip, at most 240 characters, secrets redacted; "" where nothing did. */
  readonly evidence: string
  /** Turns and tokens after the first trip: what was at stake, not what would have been saved. */
  readonly after_trip: Remainder
  /** The same after the first hard stop: an upper bound. */
  readonly after_hard_stop: Remainder
  /** The run later passed the check it had tripped on, or any check after a trip that is about none. */
  readonly recovered_after_trip: boolean
  /** It passed after a hard stop, which would have ended it: harm. */
  readonly recovered_after_hard_stop: boolean
  /** Of the whole run; missing where the recording tells none. */
  readonly tokens?: number | undefined
  /** What could not be read in a run none of whose results judged the work; missing in a short one, and in one of looks. */
  readonly unjudged?: Unjudged | undefined
  /** Bounded: the middle of a very long run is left out. */
  readonly timeline: readonly TimelineTurn[]
}

export interface TimelineTurn {
  /** From 1. */
  readonly turn: number
  /** At most 160 characters of what the model said, secrets redacted. */
  readonly text: string
  /** Of this turn; missing where the recording tells none. */
  readonly tokens?: number | undefined
  readonly calls: readonly TimelineCall[]
  readonly trips: readonly Trip[]
  /** The model of what is failing after the turn: signature and streak of the shown slot. */
  readonly failing?:
    | {
        readonly check_id: string
        readonly signature: string
        readonly streak: number
      }
    | undefined
  /** Turns left out before this one. */
  readonly omitted?: number | undefined
}

export interface TimelineCall {
  readonly event: number
  readonly tool: string
  /** At most 160 characters: command, path or arguments, secrets redacted. */
  readonly summary: string
  /** What the call did for the repair: it wrote, checked, did both, or only looked. */
  readonly role: "edit" | "check" | "edit_and_check" | "observation"
  /** What its result says; "weak": a pass that proves too little; "none" without evidence. */
  readonly outcome: "ok" | "weak" | "failed" | "none"
  readonly check_id?: string | undefined
  readonly signature?: string | undefined
  readonly snippet?: string | undefined
}
