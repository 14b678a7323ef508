import { verifierFaults } from "./host.ts"
import { modelFaults } from "./model.ts"
import { toolFaults } from "./tools.ts"

/** What a large number of schedules must reach, each at least once: else the simulation does not test what it says. */
export const mustReach: readonly string[] = [
  ...[
    ...new Set(modelFaults),
    ...toolFaults,
    ...verifierFaults,
    "judge_garbage",
    "judge_throws",
    "callback_throws",
    "callback_garbage",
    "journal_failure",
  ].map((name) => `fault ${name}`),
  ...["done", "stopped", "stuck", "budget_exhausted", "verify_exhausted", "completion_unverified"].map(
    (name) => `status ${name}`,
  ),
  ...["provider_error", "aborted", "failed", "suspended"].map((name) => `status ${name}`),
  ...[
    "sentinel",
    "natural",
    "required_tools_satisfied",
    "post_turn_stop",
    "stalled_done_judge",
    "post_edit_reverify",
    "reserved_terminal_verify",
    "zero_write_terminal_verify",
    "reserved_terminal_verify_failed",
    "zero_write_terminal_verify_failed",
    "thrash_hard_stop",
    "max_nudges",
    "max_iterations",
    "token_budget",
    "total_cost",
    "wall_clock",
    "circuit_breaker",
    "verifier_unable",
    "judge_cap_reached",
    "missing_required_tools",
    "loop_control",
    "error",
  ].map((name) => `stop_reason ${name}`),
  ...["begun", "started", "finished", "snapshot", "resumed", "ended"].map(
    (name) => `crash before record ${name}`,
  ),
  ...["before", "in", "after"].flatMap((when) =>
    ["model", "judge", "verifier", "callback", "tool"].map((kind) => `crash ${when} ${kind}`),
  ),
  ...["model", "verify", "callback", "back_off", "read_only", "idempotent", "planned", "unknown"].map(
    (name) => `in doubt ${name}`,
  ),
  ...["late", "slow", "breaking", "throwing"].map((name) => `reader ${name}`),
  "events dropped",
  "resumed after nobody answered",
  "snapshot",
  "interrupted by the deadline",
  "compared with the uninterrupted run",
  "compared up to a call of unknown effect",
]
