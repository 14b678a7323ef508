/** How a knob's value is checked. `host` values are functions that only the loop can call. */
export type KnobType =
  | { readonly type: "boolean" }
  | { readonly type: "integer"; readonly minimum: number; readonly nullable: boolean }
  | { readonly type: "names" }
  | { readonly type: "choice"; readonly choices: readonly string[] }
  | { readonly type: "switches"; readonly names: readonly string[] }
  | { readonly type: "host" }

export type PlainKnobValue =
  | boolean
  | number
  | string
  | null
  | readonly string[]
  | Readonly<Record<string, boolean>>

/** One row of the table that validation, the preset schema and the docs are made from. */
export interface Knob {
  readonly name: string
  readonly value: KnobType
  /** The seed's behaviour. */
  readonly base: PlainKnobValue
  /** What the `evidence` preset sets. */
  readonly recommended: PlainKnobValue
  /** Generation of the repair loop the knob comes from: V0 to V3, or "proofloop". */
  readonly since: "V0" | "V1" | "V2" | "V3" | "proofloop"
  /** Feeds or reads the failure model: inert while `repair_aware` is off. */
  readonly repair: boolean
  readonly doc: string
}

const boolean: KnobType = { type: "boolean" }
const host: KnobType = { type: "host" }

function integer(minimum: number): KnobType {
  return { type: "integer", minimum, nullable: false }
}

function optionalInteger(minimum: number): KnobType {
  return { type: "integer", minimum, nullable: true }
}

function choice(...choices: readonly string[]): KnobType {
  return { type: "choice", choices }
}

function knob(
  name: string,
  value: KnobType,
  base: PlainKnobValue,
  recommended: PlainKnobValue,
  since: Knob["since"],
  doc: string,
): Knob {
  return { name, value, base, recommended, since, repair: false, doc }
}

function repairKnob(...row: Parameters<typeof knob>): Knob {
  return { ...knob(...row), repair: true }
}

export const predicateNames: readonly string[] = ["hard_recurrence", "long_stall", "write_axis"]

const allPredicates: Readonly<Record<string, boolean>> = {
  hard_recurrence: true,
  long_stall: true,
  write_axis: true,
}

/** Every knob of `stall_diagnostics` (repair-loop facts 2.2, architecture section 5). */
export const knobs: readonly Knob[] = [
  knob(
    "enabled",
    boolean,
    true,
    true,
    "V0",
    "Whether the detector runs at all. False when `stall_diagnostics` is absent.",
  ),
  knob(
    "threshold",
    integer(2),
    3,
    3,
    "V0",
    "Identical calls without a result before repeated_same_signature trips; given, it is also the default of repeat_same_observation.",
  ),
  knob("inject_feedback", boolean, true, true, "V0", "Whether a trip may speak to the model."),
  knob(
    "max_feedback",
    integer(0),
    1,
    1,
    "V0",
    "Nudges a run, or a pattern and run with feedback_budget pattern.",
  ),
  knob("exempt_tools", { type: "names" }, [], [], "V0", "Tools whose calls the core patterns skip."),
  knob("include_arguments", boolean, false, false, "V0", "Adds the call's arguments to warnings."),
  knob("repeat_same_observation", integer(2), 4, 4, "V0", "Identical calls with an identical ok result."),
  knob("repeat_same_error", integer(2), 3, 3, "V0", "Identical calls with the same failure."),
  knob("no_progress_messages", integer(2), 3, 3, "V0", "Turns in a row without a substantive call."),
  knob("ping_pong_cycles", integer(2), 6, 6, "V0", "Cycles of two alternating actions."),
  knob("repeat_context_window_error", integer(1), 2, 2, "V0", "Context-window errors in a row."),
  knob(
    "hard_stop_after_trips",
    integer(1),
    3,
    3,
    "V0",
    "Trips in a row, without a clean step between, that end the run.",
  ),
  knob(
    "repair_aware",
    boolean,
    false,
    true,
    "V0",
    "Keeps the current-failure model and everything that reads it.",
  ),
  repairKnob(
    "stuck_same_diagnostic_after",
    integer(2),
    3,
    3,
    "V0",
    "Same-signature failures in a row before the strategy-shift nudge.",
  ),
  repairKnob(
    "post_edit_reverify",
    boolean,
    true,
    true,
    "V0",
    "Forces the configured verification after an edit on a live failure.",
  ),
  repairKnob(
    "fold",
    choice("previous_turn", "same_turn"),
    "previous_turn",
    "same_turn",
    "proofloop",
    "When results enter the failure model: with the next reply, or right after dispatch.",
  ),
  repairKnob(
    "undeclared_role",
    choice("verification", "infer"),
    "verification",
    "infer",
    "proofloop",
    "What an undeclared result counts as: always verification, or inferred from kind, command and content.",
  ),
  repairKnob(
    "failed_edit",
    choice("evidence", "edit_rejected"),
    "evidence",
    "edit_rejected",
    "proofloop",
    "Whether a failed edit replaces the live failure.",
  ),
  repairKnob(
    "fold_verdicts",
    boolean,
    false,
    true,
    "proofloop",
    "Folds verification verdicts into the failure model.",
  ),
  repairKnob(
    "all_results",
    boolean,
    false,
    true,
    "proofloop",
    "Folds one result of every check of a turn instead of the first failing one.",
  ),
  repairKnob(
    "weak_pass",
    choice("clear", "keep"),
    "clear",
    "keep",
    "proofloop",
    "Whether a pass that ran no, or fewer, tests clears a failure.",
  ),
  repairKnob(
    "stuck_trip_when",
    choice("equal", "reached"),
    "equal",
    "reached",
    "proofloop",
    "Trip only on the turn the streak equals the threshold, or on the first free turn at or past it.",
  ),
  repairKnob(
    "stuck_retrip_every",
    optionalInteger(1),
    null,
    2,
    "proofloop",
    "Further same failures before a stuck diagnostic trips again.",
  ),
  repairKnob(
    "stuck_hard_stop_after",
    optionalInteger(1),
    null,
    3,
    "proofloop",
    "Stuck trips of one episode that end the run.",
  ),
  knob(
    "feedback_budget",
    choice("run", "pattern"),
    "run",
    "pattern",
    "proofloop",
    "What `max_feedback` counts: nudges of the run, or of each pattern.",
  ),
  knob("ping_pong_observations", boolean, false, true, "proofloop", "Ping-pong needs unchanged results."),
  knob(
    "context_window_from",
    choice("any_text", "model_errors"),
    "any_text",
    "model_errors",
    "proofloop",
    "Whether any failing text, or only a model's own error, can be a context-window error.",
  ),
  knob("require_verified", boolean, false, true, "proofloop", "A run may end done only when verified."),
  knob(
    "repeat_success",
    optionalInteger(2),
    null,
    3,
    "V3",
    "Identical ok calls whose output varies, without an edit between.",
  ),
  knob(
    "repeat_parse_rejection",
    optionalInteger(2),
    null,
    2,
    "V3",
    "Replies in a row whose tool calls could not be parsed.",
  ),
  knob(
    "near_duplicate_action_after",
    optionalInteger(2),
    null,
    4,
    "proofloop",
    "Nearly identical calls in a row with the same result.",
  ),
  knob(
    "near_duplicate_monologue_after",
    optionalInteger(2),
    null,
    2,
    "proofloop",
    "Nearly identical replies in a row without a substantive call.",
  ),
  knob(
    "action_cycle_after",
    optionalInteger(2),
    null,
    3,
    "proofloop",
    "Rounds of a cycle of three to six actions with unchanged results.",
  ),
  knob(
    "edit_oscillation_after",
    optionalInteger(1),
    null,
    2,
    "proofloop",
    "Times a file came back to content it had before, failing the same way.",
  ),
  knob(
    "edit_rejected_after",
    optionalInteger(2),
    null,
    3,
    "proofloop",
    "Edits in a row rejected for the same reason.",
  ),
  knob(
    "token_runaway_after",
    optionalInteger(1),
    null,
    400_000,
    "proofloop",
    "Output tokens since the last edit or new result that end the run.",
  ),
  repairKnob(
    "recurring_diagnostic_after",
    optionalInteger(2),
    null,
    3,
    "proofloop",
    "Times one signature was seen since the last real progress.",
  ),
  repairKnob(
    "environment_failure_after",
    optionalInteger(2),
    null,
    2,
    "proofloop",
    "Environment failures of one check in a row.",
  ),
  repairKnob(
    "turns_since_clean_verify",
    optionalInteger(1),
    null,
    40,
    "V2",
    "Folded turns without a clean pass that end the run.",
  ),
  repairKnob(
    "no_net_progress_extend_guard",
    boolean,
    false,
    true,
    "V2",
    "Denies a budget extension while the failure does not move.",
  ),
  repairKnob("no_net_progress_extend_after", integer(2), 3, 3, "V2", "Streak at which the guard denies."),
  repairKnob(
    "no_net_progress_hard_cap_after",
    integer(2),
    16,
    16,
    "V2",
    "Failing verification turns without a pass that end the run, with the guard on.",
  ),
  repairKnob(
    "no_net_progress_predicates",
    { type: "switches", names: predicateNames },
    allPredicates,
    allPredicates,
    "V2",
    "Which progress_signal predicates may deny an extension.",
  ),
  knob(
    "reserved_terminal_verify",
    boolean,
    false,
    true,
    "V2",
    "Verifies an unverified write before giving up.",
  ),
  knob(
    "reserved_terminal_verify_iterations",
    integer(1),
    2,
    2,
    "V2",
    "Extra iterations granted after a vetoed reserved verify.",
  ),
  knob(
    "zero_write_terminal_verify",
    boolean,
    false,
    false,
    "V2",
    "Verifies before giving up although nothing was written.",
  ),
  repairKnob("verify_state_streak", integer(1), 3, 3, "V2", "Streak that long_stall needs."),
  repairKnob(
    "verify_state_stall_turns",
    integer(1),
    12,
    12,
    "V2",
    "Turns without an advance of progress_signal that long_stall needs.",
  ),
  repairKnob(
    "verify_state_recurrence_hard",
    integer(1),
    4,
    4,
    "V2",
    "Recurrences of one signature that hard_recurrence needs.",
  ),
  repairKnob(
    "no_verifier_progress_limit",
    integer(1),
    3,
    3,
    "V2",
    "Turns without an advance after a write that write_axis needs.",
  ),
  repairKnob(
    "progress_signal",
    host,
    null,
    null,
    "V2",
    "Host function: a number that grows with progress, asked once a completed turn.",
  ),
  repairKnob(
    "remediation_delivered",
    host,
    null,
    null,
    "V2",
    "Host function: whether a fix for the live failure was delivered.",
  ),
  knob("action_signal", host, null, null, "V2", "Host function: whether this turn was a flailing action."),
]
