import type { RunStatus, StopReason } from "../../packages/runtime/src/index.ts"

const accepted: readonly StopReason[] = [
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
const reserved: readonly StopReason[] = [
  "reserved_terminal_verify_failed",
  "zero_write_terminal_verify_failed",
]

/** Which stop reasons belong to a status. */
export const reasons: Readonly<Record<RunStatus, readonly StopReason[]>> = {
  done: accepted,
  stopped: ["loop_control"],
  stuck: ["thrash_hard_stop", "max_nudges", ...reserved],
  budget_exhausted: [
    "max_iterations",
    "token_budget",
    "total_cost",
    "wall_clock",
    "circuit_breaker",
    ...reserved,
  ],
  verify_exhausted: accepted,
  completion_unverified: ["verifier_unable", "judge_cap_reached", ...accepted],
  provider_error: ["provider_error"],
  aborted: ["aborted"],
  failed: ["error", "missing_required_tools"],
  suspended: ["suspended"],
}
