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
  | "unchanged_wait"
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
 * How sure a trip is. `certain`: the same thing was seen again. `likely`: a run that does this seldom gets on.
 * `hint`: it may mean nothing.
 */
export type Confidence = "certain" | "likely" | "hint"

/** Payload of an `agent_loop_stall_warning` event and entry of `stall_warnings`. @requirement ladder.warning */
export interface StallWarning {
  /** The turn in which it tripped. */
  readonly iteration: number
  /** The tool of the call it is about; "" for none. */
  readonly tool_name: string
  /** How often the thing was seen; the same as `count`. */
  readonly repeat_count: number
  /** How often the thing was seen. */
  readonly count: number
  /** How often it may be seen before the pattern trips. */
  readonly threshold: number
  /** "" for a trip on results: the arguments are not kept until then. */
  readonly arguments_digest: string
  /** Digest of the action key, the failure signature of a diagnostic trip, or "" for prose. */
  readonly signature: string
  /** SHA-256 of `signature`; "" for prose. */
  readonly signature_digest: string
  /** The pattern that tripped. */
  readonly pattern: StallPattern
  /** How sure the trip is. */
  readonly confidence: Confidence
  /** Trips in a row, without a clean step between; `hard_stop_after_trips` bounds them. */
  readonly consecutive_trips: number
  /** Whether the run ends here. */
  readonly hard_stop: boolean
  /** Only with `include_arguments`. */
  readonly arguments?: JsonObject | undefined
  /** `fail`, for a trip on a failure. */
  readonly diagnostic_class?: "fail" | undefined
  /** Signature of the failure it is about. */
  readonly diagnostic_signature?: string | undefined
  /** The part of the output that shows the failure. */
  readonly diagnostic_snippet?: string | undefined
  /** The check that fails. */
  readonly check_id?: string | undefined
  /** The host says that a fix was delivered, and the failure is the same. */
  readonly remediation_delivered?: true | undefined
}

/** Calls of which nothing says what they do, where no result judged the work. */
export interface Unjudged {
  /** Calls that ended so far. */
  readonly calls: number
  /** Their tools, the first eight. */
  readonly tools: readonly string[]
  /** Their commands, the first eight; long ones by their program. */
  readonly commands: readonly string[]
}
