// Made by `npm run docs` from the rows of the knobs; do not edit.

/** `stall_diagnostics` after validation: every knob has its value. */
export interface StallConfig {
  /** Whether the detector runs at all. False when `stall_diagnostics` is absent. Default: `true`. */
  readonly enabled: boolean
  /** Whether a trip may speak to the model. Default: `true`. */
  readonly inject_feedback: boolean
  /** Nudges a run, or a pattern and run with feedback_budget pattern. An integer of at least 0. Default: `1`. */
  readonly max_feedback: number
  /** Tools whose calls the core patterns skip. Default: `[]`. */
  readonly exempt_tools: readonly string[]
  /** Adds the call's arguments to warnings. Default: `false`. */
  readonly include_arguments: boolean
  /** Trips in a row, without a clean step between, that end the run. An integer of at least 1. Default: `3`. */
  readonly hard_stop_after_trips: number
  /** Context-window errors in a row. An integer of at least 1. Default: `2`. */
  readonly repeat_context_window_error: number
  /** Identical calls with the same failure. An integer of at least 2. Default: `3`. */
  readonly repeat_same_error: number
  /** Identical calls with an identical ok result. An integer of at least 2. Default: `4`. */
  readonly repeat_same_observation: number
  /** Cycles of two alternating actions. An integer of at least 2. Default: `6`. */
  readonly ping_pong_cycles: number
  /** Identical calls without a result before repeated_same_signature trips; given, it is also the default of repeat_same_observation. An integer of at least 2. Default: `3`. */
  readonly threshold: number
  /** Turns in a row without a substantive call. An integer of at least 2. Default: `3`. */
  readonly no_progress_messages: number
  /** Keeps the current-failure model and everything that reads it. Default: `false`; the preset `evidence` sets `true`. */
  readonly repair_aware: boolean
  /** Forces the configured verification after an edit on a live failure. Default: `true`. Without effect while `repair_aware` is off. */
  readonly post_edit_reverify: boolean
  /** When results enter the failure model: with the next reply, or right after dispatch. Default: `"previous_turn"`; the preset `evidence` sets `"same_turn"`. Without effect while `repair_aware` is off. */
  readonly fold: "previous_turn" | "same_turn"
  /** What an undeclared result counts as: always verification, or inferred from kind, command and content. Default: `"verification"`; the preset `evidence` sets `"infer"`. Without effect while `repair_aware` is off. */
  readonly undeclared_role: "verification" | "infer"
  /** Whether a failed edit replaces the live failure. Default: `"evidence"`; the preset `evidence` sets `"edit_rejected"`. Without effect while `repair_aware` is off. */
  readonly failed_edit: "evidence" | "edit_rejected"
  /** Folds verification verdicts into the failure model. Default: `false`; the preset `evidence` sets `true`. Without effect while `repair_aware` is off. */
  readonly fold_verdicts: boolean
  /** Folds one result of every check of a turn, instead of only the first failing one. Default: `false`; the preset `evidence` sets `true`. Without effect while `repair_aware` is off. */
  readonly all_results: boolean
  /** Whether a pass that ran no, or fewer, tests clears a failure. Default: `"clear"`; the preset `evidence` sets `"keep"`. Without effect while `repair_aware` is off. */
  readonly weak_pass: "clear" | "keep"
  /** Stuck trips of one episode that end the run. An integer of at least 1, or null for off. Default: `null`; the preset `evidence` sets `3`. Without effect while `repair_aware` is off. */
  readonly stuck_hard_stop_after: number | null
  /** What `max_feedback` counts: nudges of the run, or of each pattern. Default: `"run"`; the preset `evidence` sets `"pattern"`. */
  readonly feedback_budget: "run" | "pattern"
  /** Whether any failing text, or only a model's own error, can be a context-window error. Default: `"any_text"`; the preset `evidence` sets `"model_errors"`. */
  readonly context_window_from: "any_text" | "model_errors"
  /** A run may end done only when verified. Default: `false`; the preset `evidence` sets `true`. */
  readonly require_verified: boolean
  /** A proof counts only while `check_changed` is empty: no test, configuration or script behind the check was changed. Default: `false`. */
  readonly require_unchanged_checks: boolean
  /** Denies a budget extension while the failure does not move. Default: `false`; the preset `evidence` sets `true`. Without effect while `repair_aware` is off. */
  readonly no_net_progress_extend_guard: boolean
  /** Streak at which the guard denies. An integer of at least 2. Default: `3`. Without effect while `repair_aware` is off. */
  readonly no_net_progress_extend_after: number
  /** Failing verification turns without a pass that end the run, with the guard on. An integer of at least 2. Default: `16`. Without effect while `repair_aware` is off. */
  readonly no_net_progress_hard_cap_after: number
  /** Which progress_signal predicates may deny an extension. Default: `{"hard_recurrence":true,"long_stall":true,"write_axis":true}`. Without effect while `repair_aware` is off. */
  readonly no_net_progress_predicates: Readonly<Record<"hard_recurrence" | "long_stall" | "write_axis", boolean>>
  /** Verifies an unverified write before giving up. Default: `false`; the preset `evidence` sets `true`. */
  readonly reserved_terminal_verify: boolean
  /** Extra iterations granted after a vetoed reserved verify. An integer of at least 1. Default: `2`. */
  readonly reserved_terminal_verify_iterations: number
  /** Verifies before giving up although nothing was written. Default: `false`. */
  readonly zero_write_terminal_verify: boolean
  /** What a certain trip does: `stop` nudges and climbs towards the hard stop, `nudge` only nudges, `nothing` is silent. Default: `"stop"`. */
  readonly certain_trips: "stop" | "nudge" | "nothing"
  /** What a likely trip does, in the words of `certain_trips`. Default: `"stop"`. */
  readonly likely_trips: "stop" | "nudge" | "nothing"
  /** What a hint does, in the words of `certain_trips`. Default: `"stop"`; the preset `evidence` sets `"nudge"`. */
  readonly hint_trips: "stop" | "nudge" | "nothing"
  /** Skips the first hard stop of a run for a repeated observation or a monologue. The turn's calls do not run, and the model is told what to do instead. Default: `false`. */
  readonly thrash_rescue: boolean
  /** Streak that long_stall needs. An integer of at least 1. Default: `3`. Without effect while `repair_aware` is off. */
  readonly verify_state_streak: number
  /** Turns without an advance of progress_signal that long_stall needs. An integer of at least 1. Default: `12`. Without effect while `repair_aware` is off. */
  readonly verify_state_stall_turns: number
  /** Recurrences of one signature that hard_recurrence needs. An integer of at least 1. Default: `4`. Without effect while `repair_aware` is off. */
  readonly verify_state_recurrence_hard: number
  /** Turns without an advance after a write that write_axis needs. An integer of at least 1. Default: `3`. Without effect while `repair_aware` is off. */
  readonly no_verifier_progress_limit: number
  /** Identical ok calls whose output varies, without an edit between. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. */
  readonly repeat_success: number | null
  /** Ping-pong needs unchanged results. Default: `false`; the preset `evidence` sets `true`. */
  readonly ping_pong_observations: boolean
  /** Nearly identical replies in a row without a substantive call. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `2`. */
  readonly near_duplicate_monologue_after: number | null
  /** Replies in a row whose tool calls could not be parsed. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `2`. */
  readonly repeat_parse_rejection: number | null
  /** Output tokens since the last edit, pass or new result that end the run. An integer of at least 1, or null for off. Default: `null`; the preset `evidence` sets `400000`. */
  readonly token_runaway_after: number | null
  /** Edits in a row rejected for the same reason. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. */
  readonly edit_rejected_after: number | null
  /** Times a file came back to earlier content while the check failed in the same way. An integer of at least 1, or null for off. Default: `null`; the preset `evidence` sets `2`. */
  readonly edit_oscillation_after: number | null
  /** Rounds of a cycle of three to six actions with unchanged results. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. */
  readonly action_cycle_after: number | null
  /** Times one call gave the same result, or one edit was made, with no other write between. Counts within twice as many actions plus two, at most 64. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. */
  readonly repeated_action_after: number | null
  /** Failures of one tool in a row with the same message, whatever its arguments. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `4`. */
  readonly repeated_tool_error_after: number | null
  /** Turns in a row in which nothing ran: calls were refused or not understood; replies without a call count as well. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. */
  readonly nothing_started_after: number | null
  /** Nearly identical calls in a row with the same result. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `4`. */
  readonly near_duplicate_action_after: number | null
  /** Turns that only look before a nudge to act, since a turn last wrote, checked or did something. Trips again after as many more. An integer of at least 2, or null for off. Default: `null`. */
  readonly monologue_actuation: number | null
  /** Successful runs in a row that show nothing new: variants of a silent command, or one script after each of several edits. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `4`. */
  readonly unchanged_success_after: number | null
  /** Delays the hard cap by one failing turn when the failure that reaches it is new since the last pass. Default: `false`. Without effect while `repair_aware` is off. */
  readonly fresh_failure_grace: boolean
  /** Folded turns without a clean pass that end the run. An integer of at least 1, or null for off. Default: `null`. Without effect while `repair_aware` is off. */
  readonly turns_since_clean_verify: number | null
  /** Failures of a run for one cause outside the code: a tool, a host, a package. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. Without effect while `repair_aware` is off. */
  readonly environment_failure_after: number | null
  /** Same-signature failures in a row before the strategy-shift nudge. An integer of at least 2. Default: `3`. Without effect while `repair_aware` is off. */
  readonly stuck_same_diagnostic_after: number
  /** Whether to trip only when the streak equals the threshold, or on the first free turn at or past it. Default: `"equal"`; the preset `evidence` sets `"reached"`. Without effect while `repair_aware` is off. */
  readonly stuck_trip_when: "equal" | "reached"
  /** Further same failures before a stuck diagnostic trips again. An integer of at least 1, or null for off. Default: `null`; the preset `evidence` sets `2`. Without effect while `repair_aware` is off. */
  readonly stuck_retrip_every: number | null
  /** Time-outs of one check in a row, whatever it printed until then. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. Without effect while `repair_aware` is off. */
  readonly timeout_failure_after: number | null
  /** Rounds of two failures that take turns, of one check or with a rejected edit. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `2`. Without effect while `repair_aware` is off. */
  readonly alternating_failures_after: number | null
  /** Times one signature was seen since the last real progress. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. Without effect while `repair_aware` is off. */
  readonly recurring_diagnostic_after: number | null
}

/** Any of the knobs; null and undefined say nothing. `Flag`: how `repair_aware` is given. */
export interface KnobOptions<Flag = boolean> {
  /** Whether the detector runs at all. False when `stall_diagnostics` is absent. Default: `true`. */
  readonly enabled?: boolean | null | undefined
  /** Whether a trip may speak to the model. Default: `true`. */
  readonly inject_feedback?: boolean | null | undefined
  /** Nudges a run, or a pattern and run with feedback_budget pattern. An integer of at least 0. Default: `1`. */
  readonly max_feedback?: number | null | undefined
  /** Tools whose calls the core patterns skip. Default: `[]`. */
  readonly exempt_tools?: readonly string[] | null | undefined
  /** Adds the call's arguments to warnings. Default: `false`. */
  readonly include_arguments?: boolean | null | undefined
  /** Trips in a row, without a clean step between, that end the run. An integer of at least 1. Default: `3`. */
  readonly hard_stop_after_trips?: number | null | undefined
  /** Context-window errors in a row. An integer of at least 1. Default: `2`. */
  readonly repeat_context_window_error?: number | null | undefined
  /** Identical calls with the same failure. An integer of at least 2. Default: `3`. */
  readonly repeat_same_error?: number | null | undefined
  /** Identical calls with an identical ok result. An integer of at least 2. Default: `4`. */
  readonly repeat_same_observation?: number | null | undefined
  /** Cycles of two alternating actions. An integer of at least 2. Default: `6`. */
  readonly ping_pong_cycles?: number | null | undefined
  /** Identical calls without a result before repeated_same_signature trips; given, it is also the default of repeat_same_observation. An integer of at least 2. Default: `3`. */
  readonly threshold?: number | null | undefined
  /** Turns in a row without a substantive call. An integer of at least 2. Default: `3`. */
  readonly no_progress_messages?: number | null | undefined
  /** Keeps the current-failure model and everything that reads it. Default: `false`; the preset `evidence` sets `true`. */
  readonly repair_aware?: Flag | null | undefined
  /** Forces the configured verification after an edit on a live failure. Default: `true`. Without effect while `repair_aware` is off. */
  readonly post_edit_reverify?: boolean | null | undefined
  /** When results enter the failure model: with the next reply, or right after dispatch. Default: `"previous_turn"`; the preset `evidence` sets `"same_turn"`. Without effect while `repair_aware` is off. */
  readonly fold?: "previous_turn" | "same_turn" | null | undefined
  /** What an undeclared result counts as: always verification, or inferred from kind, command and content. Default: `"verification"`; the preset `evidence` sets `"infer"`. Without effect while `repair_aware` is off. */
  readonly undeclared_role?: "verification" | "infer" | null | undefined
  /** Whether a failed edit replaces the live failure. Default: `"evidence"`; the preset `evidence` sets `"edit_rejected"`. Without effect while `repair_aware` is off. */
  readonly failed_edit?: "evidence" | "edit_rejected" | null | undefined
  /** Folds verification verdicts into the failure model. Default: `false`; the preset `evidence` sets `true`. Without effect while `repair_aware` is off. */
  readonly fold_verdicts?: boolean | null | undefined
  /** Folds one result of every check of a turn, instead of only the first failing one. Default: `false`; the preset `evidence` sets `true`. Without effect while `repair_aware` is off. */
  readonly all_results?: boolean | null | undefined
  /** Whether a pass that ran no, or fewer, tests clears a failure. Default: `"clear"`; the preset `evidence` sets `"keep"`. Without effect while `repair_aware` is off. */
  readonly weak_pass?: "clear" | "keep" | null | undefined
  /** Stuck trips of one episode that end the run. An integer of at least 1, or null for off. Default: `null`; the preset `evidence` sets `3`. Without effect while `repair_aware` is off. */
  readonly stuck_hard_stop_after?: number | null | undefined
  /** What `max_feedback` counts: nudges of the run, or of each pattern. Default: `"run"`; the preset `evidence` sets `"pattern"`. */
  readonly feedback_budget?: "run" | "pattern" | null | undefined
  /** Whether any failing text, or only a model's own error, can be a context-window error. Default: `"any_text"`; the preset `evidence` sets `"model_errors"`. */
  readonly context_window_from?: "any_text" | "model_errors" | null | undefined
  /** A run may end done only when verified. Default: `false`; the preset `evidence` sets `true`. */
  readonly require_verified?: boolean | null | undefined
  /** A proof counts only while `check_changed` is empty: no test, configuration or script behind the check was changed. Default: `false`. */
  readonly require_unchanged_checks?: boolean | null | undefined
  /** Denies a budget extension while the failure does not move. Default: `false`; the preset `evidence` sets `true`. Without effect while `repair_aware` is off. */
  readonly no_net_progress_extend_guard?: boolean | null | undefined
  /** Streak at which the guard denies. An integer of at least 2. Default: `3`. Without effect while `repair_aware` is off. */
  readonly no_net_progress_extend_after?: number | null | undefined
  /** Failing verification turns without a pass that end the run, with the guard on. An integer of at least 2. Default: `16`. Without effect while `repair_aware` is off. */
  readonly no_net_progress_hard_cap_after?: number | null | undefined
  /** Which progress_signal predicates may deny an extension. Default: `{"hard_recurrence":true,"long_stall":true,"write_axis":true}`. Without effect while `repair_aware` is off. */
  readonly no_net_progress_predicates?: Readonly<Record<"hard_recurrence" | "long_stall" | "write_axis", boolean>> | null | undefined
  /** Verifies an unverified write before giving up. Default: `false`; the preset `evidence` sets `true`. */
  readonly reserved_terminal_verify?: boolean | null | undefined
  /** Extra iterations granted after a vetoed reserved verify. An integer of at least 1. Default: `2`. */
  readonly reserved_terminal_verify_iterations?: number | null | undefined
  /** Verifies before giving up although nothing was written. Default: `false`. */
  readonly zero_write_terminal_verify?: boolean | null | undefined
  /** What a certain trip does: `stop` nudges and climbs towards the hard stop, `nudge` only nudges, `nothing` is silent. Default: `"stop"`. */
  readonly certain_trips?: "stop" | "nudge" | "nothing" | null | undefined
  /** What a likely trip does, in the words of `certain_trips`. Default: `"stop"`. */
  readonly likely_trips?: "stop" | "nudge" | "nothing" | null | undefined
  /** What a hint does, in the words of `certain_trips`. Default: `"stop"`; the preset `evidence` sets `"nudge"`. */
  readonly hint_trips?: "stop" | "nudge" | "nothing" | null | undefined
  /** Skips the first hard stop of a run for a repeated observation or a monologue. The turn's calls do not run, and the model is told what to do instead. Default: `false`. */
  readonly thrash_rescue?: boolean | null | undefined
  /** Streak that long_stall needs. An integer of at least 1. Default: `3`. Without effect while `repair_aware` is off. */
  readonly verify_state_streak?: number | null | undefined
  /** Turns without an advance of progress_signal that long_stall needs. An integer of at least 1. Default: `12`. Without effect while `repair_aware` is off. */
  readonly verify_state_stall_turns?: number | null | undefined
  /** Recurrences of one signature that hard_recurrence needs. An integer of at least 1. Default: `4`. Without effect while `repair_aware` is off. */
  readonly verify_state_recurrence_hard?: number | null | undefined
  /** Turns without an advance after a write that write_axis needs. An integer of at least 1. Default: `3`. Without effect while `repair_aware` is off. */
  readonly no_verifier_progress_limit?: number | null | undefined
  /** Identical ok calls whose output varies, without an edit between. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. */
  readonly repeat_success?: number | null | undefined
  /** Ping-pong needs unchanged results. Default: `false`; the preset `evidence` sets `true`. */
  readonly ping_pong_observations?: boolean | null | undefined
  /** Nearly identical replies in a row without a substantive call. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `2`. */
  readonly near_duplicate_monologue_after?: number | null | undefined
  /** Replies in a row whose tool calls could not be parsed. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `2`. */
  readonly repeat_parse_rejection?: number | null | undefined
  /** Output tokens since the last edit, pass or new result that end the run. An integer of at least 1, or null for off. Default: `null`; the preset `evidence` sets `400000`. */
  readonly token_runaway_after?: number | null | undefined
  /** Edits in a row rejected for the same reason. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. */
  readonly edit_rejected_after?: number | null | undefined
  /** Times a file came back to earlier content while the check failed in the same way. An integer of at least 1, or null for off. Default: `null`; the preset `evidence` sets `2`. */
  readonly edit_oscillation_after?: number | null | undefined
  /** Rounds of a cycle of three to six actions with unchanged results. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. */
  readonly action_cycle_after?: number | null | undefined
  /** Times one call gave the same result, or one edit was made, with no other write between. Counts within twice as many actions plus two, at most 64. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. */
  readonly repeated_action_after?: number | null | undefined
  /** Failures of one tool in a row with the same message, whatever its arguments. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `4`. */
  readonly repeated_tool_error_after?: number | null | undefined
  /** Turns in a row in which nothing ran: calls were refused or not understood; replies without a call count as well. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. */
  readonly nothing_started_after?: number | null | undefined
  /** Nearly identical calls in a row with the same result. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `4`. */
  readonly near_duplicate_action_after?: number | null | undefined
  /** Turns that only look before a nudge to act, since a turn last wrote, checked or did something. Trips again after as many more. An integer of at least 2, or null for off. Default: `null`. */
  readonly monologue_actuation?: number | null | undefined
  /** Successful runs in a row that show nothing new: variants of a silent command, or one script after each of several edits. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `4`. */
  readonly unchanged_success_after?: number | null | undefined
  /** Delays the hard cap by one failing turn when the failure that reaches it is new since the last pass. Default: `false`. Without effect while `repair_aware` is off. */
  readonly fresh_failure_grace?: boolean | null | undefined
  /** Folded turns without a clean pass that end the run. An integer of at least 1, or null for off. Default: `null`. Without effect while `repair_aware` is off. */
  readonly turns_since_clean_verify?: number | null | undefined
  /** Failures of a run for one cause outside the code: a tool, a host, a package. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. Without effect while `repair_aware` is off. */
  readonly environment_failure_after?: number | null | undefined
  /** Same-signature failures in a row before the strategy-shift nudge. An integer of at least 2. Default: `3`. Without effect while `repair_aware` is off. */
  readonly stuck_same_diagnostic_after?: number | null | undefined
  /** Whether to trip only when the streak equals the threshold, or on the first free turn at or past it. Default: `"equal"`; the preset `evidence` sets `"reached"`. Without effect while `repair_aware` is off. */
  readonly stuck_trip_when?: "equal" | "reached" | null | undefined
  /** Further same failures before a stuck diagnostic trips again. An integer of at least 1, or null for off. Default: `null`; the preset `evidence` sets `2`. Without effect while `repair_aware` is off. */
  readonly stuck_retrip_every?: number | null | undefined
  /** Time-outs of one check in a row, whatever it printed until then. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. Without effect while `repair_aware` is off. */
  readonly timeout_failure_after?: number | null | undefined
  /** Rounds of two failures that take turns, of one check or with a rejected edit. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `2`. Without effect while `repair_aware` is off. */
  readonly alternating_failures_after?: number | null | undefined
  /** Times one signature was seen since the last real progress. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. Without effect while `repair_aware` is off. */
  readonly recurring_diagnostic_after?: number | null | undefined
}
