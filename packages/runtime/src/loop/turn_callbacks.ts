import type { JsonObject } from "@proofloop/foundation/text"
import type { CurrentFailure } from "../protocol/failure.ts"
import type { RunStatus, StopReason } from "../protocol/result.ts"
import type { ToolResult } from "../protocol/tool.ts"

export interface TurnPayload {
  readonly run_id: string
  /** The turn, counted from 1. */
  readonly iteration: number
  readonly text: string
  readonly tool_calls: readonly {
    readonly name: string
    readonly arguments: JsonObject
  }[]
  readonly tool_results: readonly ToolResult[]
  readonly successful_tools: readonly string[]
  readonly failed_tools: readonly string[]
  /** Signature of the live failure, or "". */
  readonly signature: string
}

/** null, "" or undefined: nothing; true: stop; a string: say it to the model and go on. */
export type PostTurnAnswer =
  | undefined
  | null
  | boolean
  | string
  | {
      /** Whether the run ends here. Default false. */
      readonly stop?: boolean | undefined
      /** The host's reason; it stands in `stop_detail`. Default: none. */
      readonly stop_reason?: string | undefined
      /** Whether the stop must pass verification. Default false; a mandated re-verify runs all the same. */
      readonly needs_verify?: boolean | undefined
      /** Told to the model when the run goes on. Default: nothing. */
      readonly message?: string | undefined
    }

/** What `loop_control` is told after a turn. */
export interface LoopControlPayload {
  readonly run_id: string
  /** The turn, counted from 1. */
  readonly iteration: number
  /** Turns the run has so far. */
  readonly limit: number
  /** Most turns it may get. */
  readonly max: number
  readonly vetoed: boolean
  /** Whether the turn made progress, by the rule of the adaptive budget. */
  readonly progressing: boolean
  /** Tools of `require_successful_tools` that have not succeeded. */
  readonly missing_tools: readonly string[]
}

/** What `loop_control` decides; null and undefined leave it to the budget. */
export type LoopControlAnswer =
  | undefined
  | null
  | {
      /** `none` leaves the limit as it is; `extend` raises it, up to the budget's `max`; `stop` ends the run. */
      readonly action: "none" | "extend" | "stop"
      /** Turns to add. Default: the budget's `extend_by`. */
      readonly by?: number | undefined
      /** The new limit, in turns of the run; it wins over `by`. Default: the limit plus `by`. */
      readonly until?: number | undefined
      /** Why; it stands in the decision and in `stop_detail`. Default "loop_control". */
      readonly reason?: string | undefined
    }

export interface TerminalPayload {
  readonly run_id: string
  /** The turn, counted from 1. */
  readonly iteration: number
  readonly limit: number
  readonly status: RunStatus
  readonly stop_reason: StopReason
  readonly text: string
  /** What is failing; absent when nothing is. */
  readonly current_failure?: CurrentFailure | undefined
}

/** null, undefined or false: the run ends; otherwise it goes on, for `extend_by` turns at least (1), and is told the message. */
export type TerminalAnswer =
  | undefined
  | null
  | false
  | {
      /** Turns the run goes on for, at least 1. */
      readonly extend_by: number
      /** Told to the model. Default: nothing. */
      readonly message?: string | undefined
    }

export type MaybePromise<T> = T | Promise<T>
