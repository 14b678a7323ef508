import type { RunStatus, StopReason } from "@proofloop/runtime"

const ACCEPTED: readonly StopReason[] = [
  "sentinel",
  "natural",
  "required_tools_satisfied",
  "post_turn_stop",
  "stalled_done_judge",
  "post_edit_reverify",
  "repeated_verified_pass",
  "reserved_terminal_verify",
  "zero_write_terminal_verify",
]
const RESERVED: readonly StopReason[] = [
  "reserved_terminal_verify_failed",
  "zero_write_terminal_verify_failed",
]

/** Which stop reasons belong to a status. */
export const REASONS: Readonly<Record<RunStatus, readonly StopReason[]>> = {
  done: ACCEPTED,
  stopped: ["loop_control"],
  stuck: ["thrash_hard_stop", "max_nudges", ...RESERVED],
  budget_exhausted: [
    "max_iterations",
    "token_budget",
    "total_cost",
    "wall_clock",
    "circuit_breaker",
    ...RESERVED,
  ],
  verify_exhausted: ACCEPTED,
  completion_unverified: ["verifier_unable", "judge_cap_reached", ...ACCEPTED],
  provider_error: ["provider_error"],
  aborted: ["aborted"],
  failed: ["error", "missing_required_tools"],
  suspended: ["suspended"],
}
