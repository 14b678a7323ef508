import type { ModelErrorKind } from "../errors/model_error.ts"
import type { FeedbackKind } from "./message.ts"
import type { Usage } from "./model.ts"
import type { LoopControlDecision, RunStatus, StopReason } from "./result.ts"
import type { EvidenceRole, ToolCall } from "./tool.ts"
import type { VerdictSource } from "./verdict.ts"
import type { StallPattern, StallWarning, Unjudged } from "./warning.ts"

/** The state of the repair model; in every event. */
export type RepairMode =
  | "no_evidence"
  | "passing"
  | "failing.unedited"
  | "failing.reverify_owed"
  | "stuck"
  | "handed_back"

/** In every event. */
export interface EventBase {
  /** The run's id, as in its result. */
  readonly run_id: string
  /** 1, 2, 3 ... within a run. */
  readonly seq: number
  /** Milliseconds since the run started, by the run's clock. */
  readonly at_ms: number
  /** The turn it belongs to; 0 before the first. */
  readonly iteration: number
  /** Where the repair model stands. */
  readonly repair_mode: RepairMode
}

/** Why a hard stop was skipped, or stands: with `thrash_rescue` each has a receipt. */
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

/** What an event tells, by its `type`. */
export type EventBody =
  | {
      /** The run begins. */
      readonly type: "run_start"
      /** SHA-256 of the task, in hex. */
      readonly task_sha256: string
      /** Names of the tools. */
      readonly tools: readonly string[]
      /** Whether the failure model is kept. */
      readonly repair_aware: boolean
      /** Turns the run has at first. */
      readonly limit: number
    }
  | {
      /** The run is over; its result has the same. */
      readonly type: "run_end"
      /** How the run ended. */
      readonly status: RunStatus
      /** What ended the run. */
      readonly stop_reason: StopReason
      /** Whether a check proves the work. */
      readonly verified: boolean
      /** Stable code of the error that ended it, if one did. */
      readonly error_code?: string | undefined
    }
  | {
      /** A turn begins. */
      readonly type: "iteration_start"
      /** Turns the run has. */
      readonly limit: number
    }
  | {
      /** A turn is over. */
      readonly type: "iteration_end"
      /** Calls of the reply. */
      readonly tool_count: number
      /** Why the calls did not run; absent when they did. */
      readonly skip_reason?: SkipReason | undefined
      /** The failure model after this turn; absent with repair_aware off. */
      readonly failure?:
        | {
            /** What the last evidence said; "" before the first. */
            readonly last_diagnostic_class: "" | "pass" | "fail"
            /** Signature of the failure; "" for none. */
            readonly last_diagnostic_signature: string
            /** How often the work has been written to. */
            readonly write_epoch: number
            /** Times in a row that the same failure was seen. */
            readonly same_diagnostic_streak: number
            /** Whether something was edited since the failure was seen. */
            readonly edit_since_failure: boolean
            /** Whether the configured check must run before the run goes on. */
            readonly reverify_owed: boolean
          }
        | undefined
    }
  | {
      /** A model call begins. */
      readonly type: "model_call_start"
      /** A turn of the run, or the call that sums up. */
      readonly purpose: "turn" | "final_wrapup"
      /** Messages sent. */
      readonly messages: number
    }
  | {
      /** A model call is over. */
      readonly type: "model_call_end"
      /** A turn of the run, or the call that sums up. */
      readonly purpose: "turn" | "final_wrapup"
      /** Whether there is a reply. */
      readonly ok: boolean
      /** What sort of error, of a call without a reply. */
      readonly error_kind?: ModelErrorKind | "aborted" | undefined
      /** Why the provider ended the reply, if it says so. */
      readonly provider_stop_reason?: string | undefined
      /** Calls of the reply. */
      readonly tool_count: number
      /** Characters of the text. */
      readonly text_length: number
      /** SHA-256 of the text, in hex. */
      readonly text_sha256: string
      /** Tokens and price, if the provider says. */
      readonly usage?: Usage | undefined
      /** Text of the reply; only with `event_content`. */
      readonly text?: string | undefined
      /** Calls of the reply; only with `event_content`. */
      readonly tool_calls?: readonly ToolCall[] | undefined
    }
  | {
      /** A model call failed and is tried again. */
      readonly type: "model_retry"
      /** Number of the try that failed, from 1. */
      readonly attempt: number
      /** Wait before the next try, in milliseconds. */
      readonly delay_ms: number
      /** What sort of error it was. */
      readonly error_kind: ModelErrorKind
    }
  | {
      /** A call begins. */
      readonly type: "tool_call_start"
      /** Id of the call. */
      readonly call_id: string
      /** The tool. */
      readonly tool_name: string
      /** SHA-256 of the arguments. */
      readonly arguments_digest: string
      /** The arguments; only with `event_content`. */
      readonly arguments?: unknown
    }
  | {
      /** A call is over. */
      readonly type: "tool_call_end"
      /** Id of the call. */
      readonly call_id: string
      /** The tool. */
      readonly tool_name: string
      /** Whether it succeeded. */
      readonly ok: boolean
      /** Status of the result, if it has one. */
      readonly status?: string | undefined
      /** Whether the result judges the work, if declared or inferred. */
      readonly evidence_role?: EvidenceRole | undefined
      /** The check it belongs to, if declared. */
      readonly check_id?: string | undefined
      /** Whether it wrote to the workspace. */
      readonly mutated: boolean
      /** Exit code of the process, if one ran. */
      readonly exit_code?: number | undefined
      /** Characters of the output. */
      readonly output_length: number
      /** SHA-256 of the output, in hex. */
      readonly output_sha256: string
      /** The output; only with `event_content`. */
      readonly output?: string | undefined
    }
  | {
      /** One check was read as evidence, from a tool result or a verdict. */
      readonly type: "evidence"
      /** Who gave it. */
      readonly source: VerdictSource
      /** The check. */
      readonly check_id: string
      /** What it says. */
      readonly class: "pass" | "fail"
      /** Whether a pass proves too little. */
      readonly weak: boolean
      /** Why a pass is weak, in words. */
      readonly weakness?: string | undefined
      /** Identifies the failure; "" for a pass. */
      readonly signature: string
      /** Absent from a trace that keeps no content. */
      readonly snippet?: string | undefined
      /** How many tests ran, where the output says so. */
      readonly tests_run?: number | undefined
      /** How often the work had been written to when it was observed. */
      readonly write_epoch: number
    }
  | {
      /** A pattern tripped. */
      readonly type: "agent_loop_stall_warning"
      /** Which one, on what, and how sure it is. */
      readonly warning: StallWarning
    }
  | {
      /** 20 calls ended and no result judged the work; told once, where no check of the host's will. */
      readonly type: "unjudged"
      /** What could not be read. */
      readonly unjudged: Unjudged
    }
  | {
      /** The loop said something to the model. */
      readonly type: "feedback_injected"
      /** Why it spoke. */
      readonly kind: FeedbackKind
      /** Characters of the text. */
      readonly text_length: number
      /** SHA-256 of the text, in hex. */
      readonly text_sha256: string
      /** What it said; only with `event_content`. */
      readonly text?: string | undefined
    }
  | {
      /** The configured check begins. */
      readonly type: "verification_start"
      /** The stop that is proposed, or `post_edit_reverify`. */
      readonly trigger: StopReason
    }
  | {
      /** The configured check is over. */
      readonly type: "verification_end"
      /** The stop that is proposed, or `post_edit_reverify`. */
      readonly trigger: StopReason
      /** Its outcome; `unable` is neither pass nor fail. */
      readonly status: "pass" | "fail" | "unable" | "interrupted"
      /** Vetoes of the run so far. */
      readonly attempts: number
    }
  | {
      /** One stage of a verification answered. */
      readonly type: "judge_decision"
      /** The stage. */
      readonly judge: "verify_completion" | "verify_completion_judge" | "done_judge"
      /** Who gave the answer. */
      readonly source: VerdictSource
      /** The stop that is proposed, or why it was asked. */
      readonly trigger: StopReason | "stalled"
      /** What it says: `continue` vetoes. */
      readonly verdict: "accept" | "continue" | "unable"
      /** The check, if there is one. */
      readonly check_id?: string | undefined
      /** The command did not run again: its pass on these very files is on record. */
      readonly reused?: true | undefined
    }
  /** The limit of turns was changed, or the run stopped. */
  | ({ readonly type: "loop_control_decision" } & Omit<LoopControlDecision, "iteration">)
  | {
      /** A hard stop was skipped, or stands; only with `thrash_rescue`. */
      readonly type: "agent_loop_recovery_receipt"
      /** The pattern of the hard stop. */
      readonly pattern: StallPattern
      /** Whether the run goes on. */
      readonly status: "fired" | "skipped"
      /** Why. */
      readonly outcome: RecoveryOutcome
      /** How many calls the stopped reply had. */
      readonly tool_count: number
    }
  | {
      /** A budget is used up. */
      readonly type: "budget_exhausted"
      /** Which one. */
      readonly kind: StopReason
    }
  | {
      /** Too many model calls failed in a row. */
      readonly type: "budget_circuit_breaker"
      /** The option that set the number. */
      readonly kind: "consecutive_failures"
      /** Failed calls in a row. */
      readonly consecutive_count: number
      /** Wait before the run ends, in milliseconds. */
      readonly paused_for_ms: number
    }
  | {
      /** A last verification before the run gives up. */
      readonly type: "reserved_terminal_verify"
      /** Which knob asked for it. */
      readonly kind: "reserved_terminal_verify" | "zero_write_terminal_verify"
      /** Its outcome; `grant` gives the run more turns. */
      readonly phase: "verify_passed" | "verify_failed" | "grant"
    }
  | {
      /** The call that sums up is over. */
      readonly type: "final_wrapup"
      /** Whether there is a reply. */
      readonly ok: boolean
      /** Calls of the reply that did not run. */
      readonly tool_calls_skipped: number
    }
  | {
      /** A host's function threw, answered too late, or gave another type. */
      readonly type: "host_callback_error"
      /** Name of the function. */
      readonly callback: string
      /** What went wrong, without secrets. */
      readonly message: string
    }
  | {
      /** The host asked the run to suspend; it does so after this turn. */
      readonly type: "suspend_requested"
    }
  | {
      /** The run goes on from its journal. Takes no `seq` of its own: what follows continues the numbers told before. */
      readonly type: "run_resumed"
      /** Records read from the journal. */
      readonly records: number
      /** Keys of the effects that were started and not finished. */
      readonly in_doubt: readonly string[]
    }
  | {
      /** A slow reader fell behind. */
      readonly type: "events_dropped"
      /** Events that were dropped. */
      readonly count: number
    }
  | {
      /** A piece of a reply as it arrives. Live only: never recorded in a trace. */
      readonly type: "model_delta"
      /** The piece. */
      readonly text: string
      /** What the piece is of; absent for the reply's own text. The pieces of a `tool_input` are JSON text of a call's arguments. */
      readonly kind?: "reasoning" | "tool_input" | undefined
      /** With `tool_input`: the call, as the provider names it. */
      readonly call?:
        | {
            /** Id of the call. */
            readonly call_id: string
            /** Name of the called tool. */
            readonly tool_name: string
          }
        | undefined
    }

/** One event of a run, as `run.events` yields it. */
export type LoopEvent = EventBase & EventBody
/** The `type` of an event. */
export type LoopEventType = EventBody["type"]
