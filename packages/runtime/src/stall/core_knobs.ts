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
  enabled: knob(
    [BOOLEAN, true, true],
    "V0",
    "Whether the detector runs at all. False when `stall_diagnostics` is absent.",
  ),
  inject_feedback: knob([BOOLEAN, true, true], "V0", "Whether a trip may speak to the model."),
  max_feedback: knob(
    [integer(0), 1, 1],
    "V0",
    "Nudges a run, or a pattern and run with feedback_budget pattern.",
  ),
  exempt_tools: knob([NAMES, [], []], "V0", "Tools whose calls the core patterns skip."),
  include_arguments: knob([BOOLEAN, false, false], "V0", "Adds the call's arguments to warnings."),
  hard_stop_after_trips: knob(
    [integer(1), 3, 3],
    "V0",
    "Trips in a row, without a clean step between, that end the run.",
  ),
  repair_aware: knob(
    [BOOLEAN, false, true],
    "V0",
    "Keeps the current-failure model and everything that reads it.",
  ),
  post_edit_reverify: repairKnob(
    [BOOLEAN, true, true],
    "V0",
    "Forces the configured verification after an edit on a live failure.",
  ),
  fold: repairKnob(
    [choice("previous_turn", "same_turn"), "previous_turn", "same_turn"],
    "proofloop",
    "When results enter the failure model: with the next reply, or right after dispatch.",
  ),
  undeclared_role: repairKnob(
    [choice("verification", "infer"), "verification", "infer"],
    "proofloop",
    "What an undeclared result counts as: always verification, or inferred from kind, command and content.",
  ),
  failed_edit: repairKnob(
    [choice("evidence", "edit_rejected"), "evidence", "edit_rejected"],
    "proofloop",
    "Whether a failed edit replaces the live failure.",
  ),
  fold_verdicts: repairKnob(
    [BOOLEAN, false, true],
    "proofloop",
    "Folds verification verdicts into the failure model.",
  ),
  all_results: repairKnob(
    [BOOLEAN, false, true],
    "proofloop",
    "Folds one result of every check of a turn, instead of only the first failing one.",
  ),
  weak_pass: repairKnob(
    [choice("clear", "keep"), "clear", "keep"],
    "proofloop",
    "Whether a pass that ran no, or fewer, tests clears a failure.",
  ),
  stuck_hard_stop_after: repairKnob(
    [optionalInteger(1), null, 3],
    "proofloop",
    "Stuck trips of one episode that end the run.",
  ),
  feedback_budget: knob(
    [choice("run", "pattern"), "run", "pattern"],
    "proofloop",
    "What `max_feedback` counts: nudges of the run, or of each pattern.",
  ),
  context_window_from: knob(
    [choice("any_text", "model_errors"), "any_text", "model_errors"],
    "proofloop",
    "Whether any failing text, or only a model's own error, can be a context-window error.",
  ),
  require_verified: knob([BOOLEAN, false, true], "proofloop", "A run may end done only when verified."),
  require_unchanged_checks: knob(
    [BOOLEAN, false, false],
    "proofloop",
    "A proof counts only while `check_changed` is empty: no test, configuration or script behind the check was changed.",
  ),
  no_net_progress_extend_guard: repairKnob(
    [BOOLEAN, false, true],
    "V2",
    "Denies a budget extension while the failure does not move.",
  ),
  no_net_progress_extend_after: repairKnob([integer(2), 3, 3], "V2", "Streak at which the guard denies."),
  no_net_progress_hard_cap_after: repairKnob(
    [integer(2), 16, 16],
    "V2",
    "Failing verification turns without a pass that end the run, with the guard on.",
  ),
  no_net_progress_predicates: repairKnob(
    [switches("hard_recurrence", "long_stall", "write_axis"), ALL_PREDICATES, ALL_PREDICATES],
    "V2",
    "Which progress_signal predicates may deny an extension.",
  ),
  reserved_terminal_verify: knob(
    [BOOLEAN, false, true],
    "V2",
    "Verifies an unverified write before giving up.",
  ),
  reserved_terminal_verify_iterations: knob(
    [integer(1), 2, 2],
    "V2",
    "Extra iterations granted after a vetoed reserved verify.",
  ),
  zero_write_terminal_verify: knob(
    [BOOLEAN, false, false],
    "V2",
    "Verifies before giving up although nothing was written.",
  ),
  certain_trips: knob(
    [TRIP_ACTIONS, "stop", "stop"],
    "proofloop",
    "What a certain trip does: `stop` nudges and climbs towards the hard stop, `nudge` only nudges, `nothing` is silent.",
  ),
  likely_trips: knob(
    [TRIP_ACTIONS, "stop", "stop"],
    "proofloop",
    "What a likely trip does, in the words of `certain_trips`.",
  ),
  hint_trips: knob(
    [TRIP_ACTIONS, "stop", "nudge"],
    "proofloop",
    "What a hint does, in the words of `certain_trips`.",
  ),
  thrash_rescue: knob(
    [BOOLEAN, false, false],
    "V3",
    "Skips the first hard stop of a run for a repeated observation or a monologue. The turn's calls do not run, and the model is told what to do instead.",
  ),
  verify_state_streak: repairKnob([integer(1), 3, 3], "V2", "Streak that long_stall needs."),
  verify_state_stall_turns: repairKnob(
    [integer(1), 12, 12],
    "V2",
    "Turns without an advance of progress_signal that long_stall needs.",
  ),
  verify_state_recurrence_hard: repairKnob(
    [integer(1), 4, 4],
    "V2",
    "Recurrences of one signature that hard_recurrence needs.",
  ),
  no_verifier_progress_limit: repairKnob(
    [integer(1), 3, 3],
    "V2",
    "Turns without an advance after a write that write_axis needs.",
  ),
  progress_signal: repairKnob(
    [HOST, null, null],
    "V2",
    "Host function: a number that grows with progress, asked once a completed turn.",
  ),
  remediation_delivered: repairKnob(
    [HOST, null, null],
    "V2",
    "Host function: whether a fix for the live failure was delivered.",
  ),
  action_signal: knob([HOST, null, null], "V2", "Host function: whether this turn was a flailing action."),
}

/** The knobs that the failure model and the core of the detector read. */
export interface CoreConfig extends ValuesOf<typeof coreKnobs> {}
