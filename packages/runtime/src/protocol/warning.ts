import type { JsonObject } from "@proofloop/foundation/text"

/** Every pattern a turn can trip, in the order the fold looks at them. */
export type StallPattern =
  | "repeated_context_window_error"
  | "repeated_error"
  | "repeated_same_observation"
  | "repeated_success"
  | "ping_pong"
  | "repeated_same_signature"
  | "no_progress_monologue"
  | "errored_no_tool_call"
  | "near_duplicate_monologue"
  | "repeated_parse_rejection"
  | "near_duplicate_action"
  | "repeated_action"
  | "repeated_tool_error"
  | "nothing_started"
  | "unchanged_success"
  | "action_cycle"
  | "token_runaway"
  | "no_net_progress_hard_cap"
  | "turns_since_clean_verify_floor"
  | "delivered_fix_not_landing"
  | "stuck_same_diagnostic"
  | "timeout_failure"
  | "alternating_failures"
  | "recurring_diagnostic"
  | "environment_failure"
  | "edit_rejected"
  | "edit_oscillation"
  | "monologue_actuation"
  | "flailing_action"

/**
 * How sure a trip is: `certain`, the same thing was seen again; `likely`, a run that does so seldom gets on; `hint`, it may be
 * nothing.
 */
export type Confidence = "certain" | "likely" | "hint"

/** Payload of an `agent_loop_stall_warning` event and entry of `stall_warnings`. @requirement ladder.warning */
export interface StallWarning {
  readonly iteration: number
  readonly tool_name: string
  readonly repeat_count: number
  readonly count: number
  readonly threshold: number
  /** "" for a trip on results: the arguments are not kept until then. */
  readonly arguments_digest: string
  /** Digest of the action key, the failure signature of a diagnostic trip, or "" for prose. */
  readonly signature: string
  readonly signature_digest: string
  readonly pattern: StallPattern
  readonly confidence: Confidence
  readonly consecutive_trips: number
  readonly hard_stop: boolean
  /** Only with `include_arguments`. */
  readonly arguments?: JsonObject | undefined
  readonly diagnostic_class?: "fail" | undefined
  readonly diagnostic_signature?: string | undefined
  readonly diagnostic_snippet?: string | undefined
  readonly check_id?: string | undefined
  readonly remediation_delivered?: true | undefined
}
