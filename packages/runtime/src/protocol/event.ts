import type { ModelErrorKind } from "../errors/model_error.ts"
import type { FeedbackKind } from "./message.ts"
import type { Usage } from "./model.ts"
import type { LoopControlDecision, RunStatus, StopReason } from "./result.ts"
import type { EvidenceRole, ToolCall } from "./tool.ts"
import type { VerdictSource } from "./verdict.ts"
import type { StallPattern, StallWarning } from "./warning.ts"

/** Where the repair model stands; in every event. */
export type RepairMode =
  | "no_evidence"
  | "passing"
  | "failing.unedited"
  | "failing.reverify_owed"
  | "stuck"
  | "handed_back"

/** In every event. */
export interface EventBase {
  readonly run_id: string
  /** 1, 2, 3 ... within a run. */
  readonly seq: number
  /** Milliseconds since the run started, by the run's clock. */
  readonly at_ms: number
  /** The turn it belongs to; 0 before the first. */
  readonly iteration: number
  readonly repair_mode: RepairMode
}

/** Why a hard stop was passed by, or stands: with `thrash_rescue` each has a receipt. */
export type RecoveryOutcome =
  | "recovering"
  | "no_rung_for_pattern"
  | "no_tool_calls"
  | "unexpected_tool_calls"
  | "rung_limit_exhausted"

/** Why a turn was not dispatched. */
export type SkipReason =
  | "provider_failure"
  | "thrash_hard_stop"
  | "stalled_done_judge"
  | "thrash_recovery"
  | "monologue_recovery"
  | "aborted"
  | "wall_clock"

export type EventBody =
  | {
      readonly type: "run_start"
      readonly task_sha256: string
      readonly tools: readonly string[]
      readonly repair_aware: boolean
      readonly limit: number
    }
  | {
      readonly type: "run_end"
      readonly status: RunStatus
      readonly stop_reason: StopReason
      readonly verified: boolean
      readonly error_code?: string | undefined
    }
  | { readonly type: "iteration_start"; readonly limit: number }
  | {
      readonly type: "iteration_end"
      readonly tool_count: number
      readonly skip_reason?: SkipReason | undefined
      /** The failure model after this turn; absent with repair_aware off. */
      readonly failure?:
        | {
            readonly last_diagnostic_class: "" | "pass" | "fail"
            readonly last_diagnostic_signature: string
            readonly write_epoch: number
            readonly same_diagnostic_streak: number
            readonly edit_since_failure: boolean
            readonly reverify_owed: boolean
          }
        | undefined
    }
  | {
      readonly type: "model_call_start"
      readonly purpose: "turn" | "final_wrapup"
      readonly messages: number
    }
  | {
      readonly type: "model_call_end"
      readonly purpose: "turn" | "final_wrapup"
      readonly ok: boolean
      readonly error_kind?: ModelErrorKind | "aborted" | undefined
      readonly provider_stop_reason?: string | undefined
      readonly tool_count: number
      readonly text_length: number
      readonly text_sha256: string
      readonly usage?: Usage | undefined
      readonly text?: string | undefined
      readonly tool_calls?: readonly ToolCall[] | undefined
    }
  | {
      readonly type: "model_retry"
      readonly attempt: number
      readonly delay_ms: number
      readonly error_kind: ModelErrorKind
    }
  | {
      readonly type: "tool_call_start"
      readonly call_id: string
      readonly tool_name: string
      readonly arguments_digest: string
      readonly arguments?: unknown
    }
  | {
      readonly type: "tool_call_end"
      readonly call_id: string
      readonly tool_name: string
      readonly ok: boolean
      readonly status?: string | undefined
      readonly evidence_role?: EvidenceRole | undefined
      readonly check_id?: string | undefined
      readonly mutated: boolean
      readonly exit_code?: number | undefined
      readonly output_length: number
      readonly output_sha256: string
      readonly output?: string | undefined
    }
  | {
      /** One check was read as evidence, from a tool result or a verdict. */
      readonly type: "evidence"
      readonly source: VerdictSource
      readonly check_id: string
      readonly class: "pass" | "fail"
      readonly weak: boolean
      /** Why a pass is weak, in words. */
      readonly weakness?: string | undefined
      readonly signature: string
      /** Absent from a trace that keeps no content. */
      readonly snippet?: string | undefined
      readonly tests_run?: number | undefined
      readonly write_epoch: number
    }
  | { readonly type: "agent_loop_stall_warning"; readonly warning: StallWarning }
  | {
      readonly type: "feedback_injected"
      readonly kind: FeedbackKind
      readonly text_length: number
      readonly text_sha256: string
      readonly text?: string | undefined
    }
  | { readonly type: "verification_start"; readonly trigger: StopReason }
  | {
      readonly type: "verification_end"
      readonly trigger: StopReason
      readonly status: "pass" | "fail" | "unable" | "interrupted"
      readonly attempts: number
    }
  | {
      readonly type: "judge_decision"
      readonly judge: "verify_completion" | "verify_completion_judge" | "done_judge"
      readonly source: VerdictSource
      readonly trigger: StopReason | "stalled"
      readonly verdict: "accept" | "continue" | "unable"
      readonly check_id?: string | undefined
      /** The command did not run again: its pass on these very files is on record. */
      readonly reused?: true | undefined
    }
  | ({ readonly type: "loop_control_decision" } & Omit<LoopControlDecision, "iteration">)
  | {
      readonly type: "agent_loop_recovery_receipt"
      /** Of the hard stop. */
      readonly pattern: StallPattern
      readonly status: "fired" | "skipped"
      readonly outcome: RecoveryOutcome
      /** How many calls the stopped reply had. */
      readonly tool_count: number
    }
  | { readonly type: "budget_exhausted"; readonly kind: StopReason }
  | {
      readonly type: "budget_circuit_breaker"
      readonly kind: "consecutive_failures"
      readonly consecutive_count: number
      readonly paused_for_ms: number
    }
  | {
      readonly type: "reserved_terminal_verify"
      readonly kind: "reserved_terminal_verify" | "zero_write_terminal_verify"
      readonly phase: "verify_passed" | "verify_failed" | "grant"
    }
  | { readonly type: "final_wrapup"; readonly ok: boolean; readonly tool_calls_skipped: number }
  | { readonly type: "host_callback_error"; readonly callback: string; readonly message: string }
  | { readonly type: "suspend_requested" }
  | {
      /** The run goes on from its journal. Takes no `seq` of its own: what follows continues the numbers told before. */
      readonly type: "run_resumed"
      readonly records: number
      /** Keys of the effects that were started and not finished. */
      readonly in_doubt: readonly string[]
    }
  | { readonly type: "events_dropped"; readonly count: number }
  | {
      /** A piece of a reply as it arrives. Live only: never recorded in a trace. */
      readonly type: "model_delta"
      readonly text: string
      /** What the piece is of; absent for the reply's own text. The pieces of a `tool_input` are JSON text of a call's arguments. */
      readonly kind?: "reasoning" | "tool_input" | undefined
      /** Of a `tool_input`: the call, as the provider names it. */
      readonly call?: { readonly call_id: string; readonly tool_name: string } | undefined
    }

export type LoopEvent = EventBase & EventBody
export type LoopEventType = EventBody["type"]
