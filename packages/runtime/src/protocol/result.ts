import type { CurrentFailure } from "./failure.ts"
import type { Message } from "./message.ts"
import type { Proof } from "./verdict.ts"
import type { StallWarning } from "./warning.ts"

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

export interface RunUsage {
  readonly iterations: number
  readonly model_calls: number
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cost_usd: number
  readonly duration_ms: number
}

export interface JudgeSummary {
  readonly invocations: number
  readonly vetoes: number
  readonly max_invocations: number | null
  readonly cap_reached: boolean
}

export interface LoopControlDecision {
  readonly iteration: number
  readonly action: "extend" | "stop" | "thrash_rescue"
  readonly old_limit: number
  readonly new_limit: number
  readonly reason: string
  readonly status: string
}

/** What a run hands back. Plain JSON. Nothing in a run throws: every ending is a status and a stop reason. */
export interface RunResult {
  readonly run_id: string
  readonly status: RunStatus
  readonly stop_reason: StopReason
  /** Detail of a `loop_control` or `post_turn_stop` reason given by the host. */
  readonly stop_detail?: string | undefined
  readonly error?: { readonly code: string; readonly message: string } | undefined
  /** True only if a check other than a judge passed at the current write epoch, not weakly, and nothing is failing. */
  readonly verified: boolean
  readonly proof: Proof | null
  /** Text of the last model reply. */
  readonly text: string
  readonly usage: RunUsage
  readonly tools: {
    readonly calls: number
    readonly successful: readonly string[]
    readonly failed: readonly string[]
  }
  readonly verify_attempts: number
  readonly adaptive_budget: {
    readonly mode: "fixed" | "adaptive"
    readonly initial: number
    readonly max: number
    readonly final_limit: number
    readonly extensions_used: number
    readonly decisions: readonly LoopControlDecision[]
  }
  readonly completion_judge?: JudgeSummary | undefined
  readonly done_judge?: JudgeSummary | undefined
  readonly transcript: readonly Message[]
  /** Where the run's journal ends; absent without one. Kept elsewhere, `head_sha256` shows a journal that was cut or written anew. */
  readonly journal?: { readonly records: number; readonly head_sha256: string } | undefined
  readonly repeated_tool_calls?: number | undefined
  readonly stall_warnings?: readonly StallWarning[] | undefined
  readonly suspected_loop?: boolean | undefined
  readonly current_failure?: CurrentFailure | undefined
}
