import type { Confidence, StallPattern } from "@proofloop/runtime/detector"
import type { SessionRun } from "../sessions/session.ts"

export interface Trip {
  /** The recorded event whose observation fired it. */
  readonly event: number
  /** Turn from 1. */
  readonly turn: number
  readonly pattern: StallPattern
  readonly confidence: Confidence
  /** Signature of the failure or digest of the repeated action; "" for prose. */
  readonly signature: string
  readonly streak: number
  readonly hard_stop: boolean
}

export interface Remainder {
  readonly turns: number
  /** Where the recording tells tokens. */
  readonly tokens?: number | undefined
}

/** What the detector would have said of one recorded run. */
export interface RunReplay extends SessionRun {
  readonly events: number
  readonly turns: number
  readonly trips: readonly Trip[]
  /** Turns and tokens after the first trip: what was at stake, not what would have been saved. */
  readonly after_trip: Remainder
  /** The same after the first hard stop: an upper bound. */
  readonly after_hard_stop: Remainder
  /** The run later passed the check it had tripped on, or any check after a trip that is about none. */
  readonly recovered_after_trip: boolean
  /** It passed after a hard stop, which would have ended it: harm. */
  readonly recovered_after_hard_stop: boolean
  readonly tokens?: number | undefined
  /** Bounded: the middle of a very long run is left out. */
  readonly timeline: readonly TimelineTurn[]
}

export interface TimelineTurn {
  readonly turn: number
  /** At most 160 characters of what the model said, secrets redacted. */
  readonly text: string
  readonly tokens?: number | undefined
  readonly calls: readonly TimelineCall[]
  readonly trips: readonly Trip[]
  /** The model of what is failing after the turn: signature and streak of the shown slot. */
  readonly failing?:
    | { readonly check_id: string; readonly signature: string; readonly streak: number }
    | undefined
  /** Turns left out before this one. */
  readonly omitted?: number | undefined
}

export interface TimelineCall {
  readonly event: number
  readonly tool: string
  /** At most 160 characters: command, path or arguments, secrets redacted. */
  readonly summary: string
  readonly role: "edit" | "check" | "edit_and_check" | "observation"
  readonly outcome: "ok" | "failed" | "none"
  readonly check_id?: string | undefined
  /** Of failing evidence. */
  readonly signature?: string | undefined
  readonly snippet?: string | undefined
}
