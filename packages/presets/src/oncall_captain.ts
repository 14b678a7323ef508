import { leftOut, TOOL_USING_MIRROR, TOOL_USING_STALL } from "./definition/original.ts"
import { definePreset } from "./definition/preset.ts"

export const oncallCaptain = definePreset({
  name: "oncall_captain",
  description: "Triages an incident: reads, tries, reports.",
  options: {
    loop_until_done: true,
    max_nudges: 3,
    iteration_budget: { mode: "adaptive", initial: 6, max: 24, extend_by: 3 },
    wall_clock_ms: 180_000,
    total_cost_usd: 15,
    done_judge: null,
    stall_diagnostics: TOOL_USING_STALL,
  },
  repair_diagnostics: TOOL_USING_MIRROR,
  left_out: leftOut({
    profile: "tool_using",
    reasoning_task: "agent",
    models: "a frontier ladder",
    native_tool_fallback: "allow_once",
    "turn_policy.max_prose_chars": "60000",
    "turn_policy.allow_done_sentinel": "false",
    rate_limit: "50 tool calls",
  }),
})
