import type { CurrentFailure } from "./failure.ts"
import type { Message } from "./message.ts"
import type { Proof } from "./verdict.ts"
import type { StallWarning } from "./warning.ts"

/** How a run ended. */
export type RunStatus =
  | "done"
  | "stopped"
  | "stuck"
  | "budget_exhausted"
  | "verify_exhausted"
  | "completion_unverified"
  | "provider_error"
  | "aborted"
  | "failed"
  | "suspended"

/** What ended a run, or proposed to. */
export type StopReason =
  | "sentinel"
  | "natural"
  | "required_tools_satisfied"
  | "post_turn_stop"
  | "stalled_done_judge"
  | "post_edit_reverify"
  | "repeated_verified_pass"
  | "reserved_terminal_verify"
  | "zero_write_terminal_verify"
  | "reserved_terminal_verify_failed"
  | "zero_write_terminal_verify_failed"
  | "suspended"
  | "thrash_hard_stop"
  | "max_nudges"
  | "max_iterations"
  | "token_budget"
  | "total_cost"
  | "wall_clock"
  | "circuit_breaker"
  | "verifier_unable"
  | "judge_cap_reached"
  | "missing_required_tools"
  | "provider_error"
  | "aborted"
  | "loop_control"
  | "error"

/** What a run used. */
export interface RunUsage {
  /** Turns. */
  readonly iterations: number
  /** Model calls, each retry too; those of judges are not counted, here and below. */
  readonly model_calls: number
  /** Tokens of the requests. */
  readonly input_tokens: number
  /** Tokens of the replies. */
  readonly output_tokens: number
  /** Price in US dollars, of the calls whose price is known. */
  readonly cost_usd: number
  /** Milliseconds from start to end, by the run's clock. */
  readonly duration_ms: number
}

/** What a judge did in a run. */
export interface JudgeSummary {
  /** Times it was asked. */
  readonly invocations: number
  /** Times it did not accept. */
  readonly vetoes: number
  /** Times it may be asked; null = no cap. */
  readonly max_invocations: number | null
  /** Whether it has been asked as often as allowed. */
  readonly cap_reached: boolean
}

/** A decision about how long a run goes on. */
export interface LoopControlDecision {
  /** The turn after which it was taken. */
  readonly iteration: number
  /** What was decided. */
  readonly action: "extend" | "stop" | "thrash_rescue"
  /** Turns the run had until then. */
  readonly old_limit: number
  /** Turns the run has from then on. */
  readonly new_limit: number
  /** Why: the host's words, or the rule of the adaptive budget. */
  readonly reason: string
  /** `running`, or the status the run ends with. */
  readonly status: string
}

/** What a run hands back. Plain JSON. Nothing in a run throws: every ending is a status and a stop reason. */
export interface RunResult {
  /** The run's id, as in its events. */
  readonly run_id: string
  /** How the run ended. `done` alone proves nothing: read `verified`. */
  readonly status: RunStatus
  /** What ended the run. */
  readonly stop_reason: StopReason
  /** Detail of a `loop_control` or `post_turn_stop` reason given by the host. */
  readonly stop_detail?: string | undefined
  /** What went wrong, of a run that an error ended: a stable code and a message without secrets. */
  readonly error?:
    | {
        /** Stable: the kind of a model error, or the code of an error of this library. */
        readonly code: string
        /** What went wrong, without secrets. */
        readonly message: string
      }
    | undefined
  /** True only if a check other than a judge passed at the current write epoch, not weakly, and nothing is failing. */
  readonly verified: boolean
  /** The evidence behind `verified`; null when no check passed on the files as they are at the end. */
  readonly proof: Proof | null
  /** Text of the last model reply. */
  readonly text: string
  /** Turns, model calls, tokens, US dollars and milliseconds of the run. */
  readonly usage: RunUsage
  /** How many calls there were, and the names of the tools that succeeded and that failed. */
  readonly tools: {
    /** Calls of the run. */
    readonly calls: number
    /** Names of the tools of which a call succeeded. */
    readonly successful: readonly string[]
    /** Names of the tools of which a call failed. */
    readonly failed: readonly string[]
  }
  /** Vetoes so far; `max_verify_attempts` bounds them. */
  readonly verify_attempts: number
  /** How many turns the run had, and each decision about that. */
  readonly adaptive_budget: {
    /** Whether the limit may grow by itself. */
    readonly mode: "fixed" | "adaptive"
    /** Turns at first. */
    readonly initial: number
    /** Most turns the run could get. */
    readonly max: number
    /** Turns the run had in the end. */
    readonly final_limit: number
    /** Times the limit grew. */
    readonly extensions_used: number
    /** Every change of the limit, in order. */
    readonly decisions: readonly LoopControlDecision[]
  }
  /** What `verify_completion_judge` did; absent without one. */
  readonly completion_judge?: JudgeSummary | undefined
  /** What `done_judge` did; absent without one. */
  readonly done_judge?: JudgeSummary | undefined
  /** The whole conversation, oldest message first, with content. */
  readonly transcript: readonly Message[]
  /** Where the run's journal ends; absent without one. Kept elsewhere, `head_sha256` shows a journal that was cut or written anew. */
  readonly journal?:
    | {
        /** Records it holds. */
        readonly records: number
        /** SHA-256 of the last one, in hex; each record holds that of the one before. */
        readonly head_sha256: string
      }
    | undefined
  /** Calls that repeated the one before; absent with the detector disabled. */
  readonly repeated_tool_calls?: number | undefined
  /** The last trips, oldest first; absent with the detector disabled. */
  readonly stall_warnings?: readonly StallWarning[] | undefined
  /** Whether any pattern tripped in the run; absent with the detector disabled. */
  readonly suspected_loop?: boolean | undefined
  /** What is failing as the run ends. Absent when it is done, when nothing fails, and with `repair_aware` off. */
  readonly current_failure?: CurrentFailure | undefined
}
