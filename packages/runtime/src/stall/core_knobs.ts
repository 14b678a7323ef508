import {
  BOOLEAN,
  choice,
  HOST,
  integer,
  knob,
  NAMES,
  optionalInteger,
  repairKnob,
  switches,
  type ValuesOf,
} from "./knob.ts"

const TRIP_ACTIONS = choice("stop", "nudge", "nothing")
const ALL_PREDICATES = { hard_recurrence: true, long_stall: true, write_axis: true }

/** The knobs that no single pattern owns. */
export const coreKnobs = {
  /** Whether the detector runs at all. False when `stall_diagnostics` is absent. Default: `true`. */
  enabled: knob([BOOLEAN, true, true], "V0"),
  /** Whether a trip may speak to the model. Default: `true`. */
  inject_feedback: knob([BOOLEAN, true, true], "V0"),
  /** Nudges a run, or a pattern and run with feedback_budget pattern. An integer of at least 0. Default: `1`. */
  max_feedback: knob([integer(0), 1, 1], "V0"),
  /** Tools whose calls the core patterns skip. Default: `[]`. */
  exempt_tools: knob([NAMES, [], []], "V0"),
  /** Adds the call's arguments to warnings. Default: `false`. */
  include_arguments: knob([BOOLEAN, false, false], "V0"),
  /** Trips in a row, without a clean step between, that end the run. An integer of at least 1. Default: `3`. */
  hard_stop_after_trips: knob([integer(1), 3, 3], "V0"),
  /** Keeps the current-failure model and everything that reads it. Default: `false`; the preset `evidence` sets `true`. */
  repair_aware: knob([BOOLEAN, false, true], "V0"),
  /** Forces the configured verification after an edit on a live failure. Default: `true`. Without effect while `repair_aware` is off. */
  post_edit_reverify: repairKnob([BOOLEAN, true, true], "V0"),
  /** When results enter the failure model: with the next reply, or right after dispatch. Default: `"previous_turn"`; the preset `evidence` sets `"same_turn"`. Without effect while `repair_aware` is off. */
  fold: repairKnob([choice("previous_turn", "same_turn"), "previous_turn", "same_turn"], "proofloop"),
  /** What an undeclared result counts as: always verification, or inferred from kind, command and content. Default: `"verification"`; the preset `evidence` sets `"infer"`. Without effect while `repair_aware` is off. */
  undeclared_role: repairKnob([choice("verification", "infer"), "verification", "infer"], "proofloop"),
  /** Whether a failed edit replaces the live failure. Default: `"evidence"`; the preset `evidence` sets `"edit_rejected"`. Without effect while `repair_aware` is off. */
  failed_edit: repairKnob([choice("evidence", "edit_rejected"), "evidence", "edit_rejected"], "proofloop"),
  /** Folds verification verdicts into the failure model. Default: `false`; the preset `evidence` sets `true`. Without effect while `repair_aware` is off. */
  fold_verdicts: repairKnob([BOOLEAN, false, true], "proofloop"),
  /** Folds one result of every check of a turn, instead of only the first failing one. Default: `false`; the preset `evidence` sets `true`. Without effect while `repair_aware` is off. */
  all_results: repairKnob([BOOLEAN, false, true], "proofloop"),
  /** Whether a pass that ran no, or fewer, tests clears a failure. Default: `"clear"`; the preset `evidence` sets `"keep"`. Without effect while `repair_aware` is off. */
  weak_pass: repairKnob([choice("clear", "keep"), "clear", "keep"], "proofloop"),
  /** Stuck trips of one episode that end the run. An integer of at least 1, or null for off. Default: `null`; the preset `evidence` sets `3`. Without effect while `repair_aware` is off. */
  stuck_hard_stop_after: repairKnob([optionalInteger(1), null, 3], "proofloop"),
  /** What climbs towards the hard stop: every trip, or one a turn whose results tripped, whenever that is seen. Default: `"trips"`; the preset `evidence` sets `"events"`. */
  hard_stop_counts: knob([choice("trips", "events"), "trips", "events"], "proofloop"),
  /** What `max_feedback` counts: nudges of the run, or of each pattern. Default: `"run"`; the preset `evidence` sets `"pattern"`. */
  feedback_budget: knob([choice("run", "pattern"), "run", "pattern"], "proofloop"),
  /** Whether any failing text, or only a model's own error, can be a context-window error. Default: `"any_text"`; the preset `evidence` sets `"model_errors"`. */
  context_window_from: knob([choice("any_text", "model_errors"), "any_text", "model_errors"], "proofloop"),
  /** A run may end done only when verified. Default: `false`; the preset `evidence` sets `true`. */
  require_verified: knob([BOOLEAN, false, true], "proofloop"),
  /** A proof counts only while `check_changed` is empty, and the counter-check finds no file beside the product that the pass depends on. Default: `false`. */
  require_unchanged_checks: knob([BOOLEAN, false, false], "proofloop"),
  /** Whether the check runs again in a copy, with parts of the change taken back: never, where files that decide it changed, or after each pass. Default: `"off"`; the preset `evidence` sets `"when_reported"`. */
  counter_check: knob([choice("off", "when_reported", "always"), "off", "when_reported"], "proofloop"),
  /** Denies a budget extension while the failure does not move. Default: `false`; the preset `evidence` sets `true`. Without effect while `repair_aware` is off. */
  no_net_progress_extend_guard: repairKnob([BOOLEAN, false, true], "V2"),
  /** Streak at which the guard denies. An integer of at least 2. Default: `3`. Without effect while `repair_aware` is off. */
  no_net_progress_extend_after: repairKnob([integer(2), 3, 3], "V2"),
  /** Failing verification turns without a pass that end the run, with the guard on. An integer of at least 2. Default: `16`. Without effect while `repair_aware` is off. */
  no_net_progress_hard_cap_after: repairKnob([integer(2), 16, 16], "V2"),
  /** What the hard cap counts: failing turns, or those alone whose failure was seen before. `repeated_failures` nudges at the cap and stops at twice the cap. Default: `"failing_turns"`; the preset `evidence` sets `"repeated_failures"`. Without effect while `repair_aware` is off. */
  hard_cap_counts: repairKnob(
    [choice("failing_turns", "repeated_failures"), "failing_turns", "repeated_failures"],
    "proofloop",
  ),
  /** Which progress_signal predicates may deny an extension. Default: `{"hard_recurrence":true,"long_stall":true,"write_axis":true}`. Without effect while `repair_aware` is off. */
  no_net_progress_predicates: repairKnob(
    [switches("hard_recurrence", "long_stall", "write_axis"), ALL_PREDICATES, ALL_PREDICATES],
    "V2",
  ),
  /** Verifies an unverified write before giving up. Default: `false`; the preset `evidence` sets `true`. */
  reserved_terminal_verify: knob([BOOLEAN, false, true], "V2"),
  /** Extra iterations granted after a vetoed reserved verify. An integer of at least 1. Default: `2`. */
  reserved_terminal_verify_iterations: knob([integer(1), 2, 2], "V2"),
  /** Verifies before giving up although nothing was written. Default: `false`. */
  zero_write_terminal_verify: knob([BOOLEAN, false, false], "V2"),
  /** What a certain trip does: `stop` nudges and climbs towards the hard stop, `nudge` only nudges, `nothing` is silent. Default: `"stop"`. */
  certain_trips: knob([TRIP_ACTIONS, "stop", "stop"], "proofloop"),
  /** What a likely trip does, in the words of `certain_trips`. Default: `"stop"`. */
  likely_trips: knob([TRIP_ACTIONS, "stop", "stop"], "proofloop"),
  /** What a hint does, in the words of `certain_trips`. Default: `"stop"`; the preset `evidence` sets `"nudge"`. */
  hint_trips: knob([TRIP_ACTIONS, "stop", "nudge"], "proofloop"),
  /** Skips the first hard stop of a run for a repeated observation or a monologue. The turn's calls do not run, and the model is told what to do instead. Default: `false`. */
  thrash_rescue: knob([BOOLEAN, false, false], "V3"),
  /** Streak that long_stall needs. An integer of at least 1. Default: `3`. Without effect while `repair_aware` is off. */
  verify_state_streak: repairKnob([integer(1), 3, 3], "V2"),
  /** Turns without an advance of progress_signal that long_stall needs. An integer of at least 1. Default: `12`. Without effect while `repair_aware` is off. */
  verify_state_stall_turns: repairKnob([integer(1), 12, 12], "V2"),
  /** Recurrences of one signature that hard_recurrence needs. An integer of at least 1. Default: `4`. Without effect while `repair_aware` is off. */
  verify_state_recurrence_hard: repairKnob([integer(1), 4, 4], "V2"),
  /** Turns without an advance after a write that write_axis needs. An integer of at least 1. Default: `3`. Without effect while `repair_aware` is off. */
  no_verifier_progress_limit: repairKnob([integer(1), 3, 3], "V2"),
  /** Host function: a number that grows with progress, asked once a completed turn. */
  progress_signal: repairKnob([HOST, null, null], "V2"),
  /** Host function: whether a fix for the live failure was delivered. */
  remediation_delivered: repairKnob([HOST, null, null], "V2"),
  /** Host function: whether this turn was a flailing action. */
  action_signal: knob([HOST, null, null], "V2"),
}

/** The knobs that the failure model and the core of the detector read. */
export interface CoreConfig extends ValuesOf<typeof coreKnobs> {}
