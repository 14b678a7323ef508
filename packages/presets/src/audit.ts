import { leftOut, TOOL_USING_MIRROR, TOOL_USING_STALL } from "./definition/original.ts"
import { definePreset } from "./definition/preset.ts"

export const audit = definePreset({
  name: "audit",
  description: "Inspects a workspace with tools and reports what it finds, in a few turns.",
  options: {
    loop_until_done: true,
    max_nudges: 1,
    iteration_budget: { mode: "adaptive", initial: 4, max: 12, extend_by: 2 },
    wall_clock_ms: 120_000,
    total_cost_usd: 5,
    done_judge: null,
    stall_diagnostics: TOOL_USING_STALL,
  },
  repair_diagnostics: TOOL_USING_MIRROR,
  left_out: leftOut({
    profile: "verifier",
    reasoning_task: "verify",
    models: "a frontier ladder",
    native_tool_fallback: "allow_once",
    schema_retries: "3",
    "turn_policy.max_prose_chars": "30000",
    "turn_policy.allow_done_sentinel": "false",
  }),
})
