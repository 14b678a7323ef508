import type { ModelErrorKind } from "../errors/model_error.ts"
import type { EventBody } from "../protocol/event.ts"
import type { Detector } from "../stall/detector.ts"
import type { Signals } from "../stall/patterns/pattern.ts"
import type { RunState } from "./run_state.ts"

export interface RunSettings {
  readonly detector: Detector
  readonly tool_names: readonly string[]
  readonly loop_until_done: boolean
  readonly done_sentinel: string | null
  readonly max_nudges: number
  readonly require_successful_tools: readonly string[]
  readonly stop_after_successful_tools: readonly string[]
  readonly budget: {
    readonly mode: "fixed" | "adaptive"
    readonly initial: number
    readonly max: number
    readonly extend_by: number
  }
  readonly token_budget: number | null
  readonly total_cost_usd: number | null
  readonly wall_clock_ms: number | null
  readonly transport_retry: {
    readonly max_attempts: number
    readonly base_delay_ms: number
    readonly max_delay_ms: number
  }
  readonly consecutive_failures: {
    readonly max: number
    readonly kinds: readonly ModelErrorKind[]
    readonly paused_for_ms: number
  } | null
  readonly verify_completion: "function" | "command" | "judge" | null
  readonly completion_judge: { readonly max_invocations: number } | null
  readonly done_judge: {
    readonly when: "always" | "stalled"
    readonly every: number
    readonly min_iterations_before_first: number
    readonly max_invocations: number
  } | null
  readonly max_verify_attempts: number
  readonly max_verify_unable: number
  readonly post_turn_callback: boolean
  readonly loop_control: boolean
  readonly terminal_callback: boolean
  /** Host signals that are asked once a completed turn. */
  readonly signals: readonly (keyof Signals)[]
  readonly final_wrapup: boolean
  readonly event_content: boolean
  readonly redact: (text: string) => string
}

export type Emit = (event: EventBody) => void

/** One pure step of a run: the state after it, and what it published through `emit`. */
export type StepFunction<Input> = (run: RunState, input: Input, settings: RunSettings, emit: Emit) => RunState
