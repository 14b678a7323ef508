import type { BrokenImplementation } from "../broken_implementation.ts"
import { silent } from "../parts/define_readings.ts"

export const patterns: readonly BrokenImplementation[] = [
  silent("near_duplicate_monologue", ["patterns.near_duplicate_monologue"]),
  silent("repeated_success", ["patterns.repeated_success"]),
  silent("environment_failure", ["patterns.environment_failure"]),
  silent("timeout_failure", ["patterns.timeout_failure"]),
  silent("alternating_failures", ["patterns.alternating_failures"]),
  silent("repeated_action", ["patterns.repeated_action", "patterns.repeated_edit"]),
  silent("repeated_tool_error", ["patterns.repeated_tool_error"]),
  silent("token_runaway", ["patterns.token_runaway"]),
  silent("action_cycle", ["patterns.action_cycle"]),
]
