import type { StallConfig } from "@proofloop/runtime/detector"
import type { BrokenImplementation } from "./broken_implementation.ts"
import { knobs } from "./parts/define_readings.ts"
import type { KnobChange } from "./parts/knob_change.ts"

type Violates = BrokenImplementation["violates"]
type Name = keyof StallConfig

/** Integer knobs: thresholds that are compared one too late or one too early. The minimum is where "early" ends. */
const THRESHOLDS: readonly (readonly [name: Name, minimum: number, violates: Violates])[] = [
  ["threshold", 2, ["actions.repeated_same_signature.trip"]],
  ["max_feedback", 0, ["ladder.feedback.max"]],
  ["repeat_same_observation", 2, ["actions.repeated_same_observation.trip"]],
  ["repeat_same_error", 2, ["actions.repeated_error.trip"]],
  ["no_progress_messages", 2, ["actions.monologue.trip"]],
  ["ping_pong_cycles", 2, ["actions.ping_pong.trip"]],
  ["repeat_context_window_error", 1, ["actions.context_window.trip"]],
  ["hard_stop_after_trips", 1, ["ladder.knob"]],
  ["stuck_same_diagnostic_after", 2, ["repair.trip.equal", "patterns.productive"]],
  ["stuck_retrip_every", 1, ["repair.trip.retrip"]],
  ["stuck_hard_stop_after", 1, ["repair.trip.episode-stop"]],
  ["repeat_success", 2, ["patterns.repeated_success"]],
  ["repeat_parse_rejection", 2, ["patterns.repeated_parse_rejection"]],
  ["near_duplicate_action_after", 2, ["patterns.near_duplicate_action"]],
  ["near_duplicate_monologue_after", 2, ["patterns.near_duplicate_monologue"]],
  ["repeated_action_after", 2, ["patterns.repeated_action", "patterns.repeated_edit"]],
  ["repeated_tool_error_after", 2, ["patterns.repeated_tool_error"]],
  ["nothing_started_after", 2, ["patterns.nothing_started"]],
  ["unchanged_success_after", 2, ["patterns.unchanged_success"]],
  ["unchanged_wait_after", 2, ["patterns.unchanged_wait"]],
  ["monologue_actuation", 2, ["patterns.monologue_actuation"]],
  ["action_cycle_after", 2, ["patterns.action_cycle"]],
  ["edit_oscillation_after", 1, ["patterns.edit_oscillation"]],
  ["edit_rejected_after", 2, ["patterns.edit_rejected"]],
  ["token_runaway_after", 1, ["patterns.token_runaway"]],
  ["recurring_diagnostic_after", 2, ["patterns.recurring_diagnostic"]],
  ["alternating_failures_after", 2, ["patterns.alternating_failures"]],
  ["environment_failure_after", 2, ["patterns.environment_failure"]],
  ["timeout_failure_after", 2, ["patterns.timeout_failure"]],
  ["turns_since_clean_verify", 1, ["patterns.clean_verify_floor"]],
  ["no_net_progress_extend_after", 2, ["progress.guard"]],
  ["no_net_progress_hard_cap_after", 2, ["patterns.hard_cap"]],
  ["verify_state_streak", 1, ["progress.signal.long-stall"]],
  ["verify_state_stall_turns", 1, ["progress.signal.long-stall"]],
  ["verify_state_recurrence_hard", 1, ["progress.signal.hard-recurrence"]],
  ["no_verifier_progress_limit", 1, ["progress.signal.write-axis"]],
]

/** Knobs of choices: what they do when nobody reads them, and when they are always the other way. */
const SWITCHES: readonly (readonly [
  name: Name,
  base: unknown,
  other: unknown,
  ignored: Violates,
  forced: Violates,
])[] = [
  ["inject_feedback", true, false, ["ladder.feedback.max"], ["ladder.feedback.content"]],
  ["include_arguments", false, true, ["ladder.warning.arguments"], ["ladder.warning.arguments"]],
  [
    "repair_aware",
    false,
    true,
    ["repair.fold.failure", "repair.mandate.knob"],
    ["repair.off.inert", "repair.mandate.knob", "progress.guard"],
  ],
  [
    "post_edit_reverify",
    true,
    false,
    ["repair.mandate.knob"],
    ["repair.mandate.live", "repair.mandate.start-of-turn"],
  ],
  [
    "fold",
    "previous_turn",
    "same_turn",
    ["repair.fold-knob.lag", "repair.fold-knob.last-turn"],
    ["repair.fold-knob.lag", "repair.fold-knob.last-turn", "repair.fold-knob.hard-stop"],
  ],
  [
    "undeclared_role",
    "verification",
    "infer",
    ["repair.role.undeclared", "repair.role.infer-kind"],
    ["repair.role.undeclared"],
  ],
  [
    "failed_edit",
    "evidence",
    "edit_rejected",
    ["repair.failed-edit.evidence"],
    ["repair.failed-edit.evidence"],
  ],
  ["fold_verdicts", false, true, ["repair.verdict.fold"], ["repair.verdict.base"]],
  ["all_results", false, true, ["repair.all-results.every-check"], ["repair.all-results.every-check"]],
  ["weak_pass", "clear", "keep", ["repair.weak-pass.tests-run"], ["repair.weak-pass.tests-run"]],
  ["certain_trips", "stop", "nudge", ["ladder.confidence"], ["ladder.confidence"]],
  ["likely_trips", "stop", "nothing", ["ladder.confidence"], ["ladder.confidence"]],
  ["hint_trips", "stop", "nudge", ["ladder.confidence", "patterns.unchanged_success"], ["ladder.confidence"]],
  ["stuck_trip_when", "equal", "reached", ["repair.trip.reached"], ["repair.trip.core-warning"]],
  ["feedback_budget", "run", "pattern", ["ladder.feedback.budget"], ["ladder.feedback.budget"]],
  [
    "ping_pong_observations",
    false,
    true,
    ["actions.ping_pong.observations"],
    ["actions.ping_pong.observations"],
  ],
  [
    "context_window_from",
    "any_text",
    "model_errors",
    ["evidence.context-window-from"],
    ["evidence.context-window-from", "actions.context_window.phrases"],
  ],
  [
    "no_net_progress_extend_guard",
    false,
    true,
    ["progress.guard", "patterns.hard_cap"],
    ["progress.guard", "patterns.hard_cap"],
  ],
  [
    "hard_cap_counts",
    "failing_turns",
    "repeated_failures",
    ["patterns.hard_cap.repeated"],
    ["patterns.hard_cap"],
  ],
  ["hard_stop_counts", "trips", "events", ["ladder.events"], ["actions.priority.order"]],
  ["fresh_failure_grace", false, true, ["patterns.hard_cap.grace"], ["patterns.hard_cap"]],
]

function shifted(name: Name, by: number, minimum: number): KnobChange {
  return (config) => {
    const value = config[name]
    return typeof value === "number" ? { [name]: Math.max(minimum, value + by) } : {}
  }
}

/** Their cases use the smallest value, below which the real detector refuses to go. */
const SMALLEST: ReadonlySet<Name> = new Set([
  "repeat_parse_rejection",
  "near_duplicate_monologue_after",
  "environment_failure_after",
])

export const knobImplementations: readonly BrokenImplementation[] = [
  ...THRESHOLDS.map(([name, minimum, violates]) =>
    knobs(`${name} is compared with one more than the knob says.`, violates, shifted(name, 1, minimum)),
  ),
  ...THRESHOLDS.filter(([name]) => !SMALLEST.has(name)).map(([name, minimum, violates]) =>
    knobs(`${name} is compared with one less than the knob says.`, violates, shifted(name, -1, minimum)),
  ),
  ...SWITCHES.flatMap(([name, base, other, ignored, forced]) => [
    knobs(`${name} is never read: always ${JSON.stringify(base)}.`, ignored, () => ({
      [name]: base,
    })),
    knobs(`${name} is never read: always ${JSON.stringify(other)}.`, forced, () => ({
      [name]: other,
    })),
  ]),
  knobs("No tool is ever exempt.", ["actions.turn.exempt"], () => ({
    exempt_tools: [],
  })),
]
