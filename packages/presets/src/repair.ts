import { leftOut, TOOL_USING_MIRROR, TOOL_USING_STALL } from "./definition/original.ts"
import { definePreset } from "./definition/preset.ts"

export const repair = definePreset({
  name: "repair",
  description: "Edits and tests until a failure is gone; the defaults of Harn V1, repair diagnostics off.",
  options: {
    loop_until_done: true,
    max_nudges: 2,
    iteration_budget: { mode: "adaptive", initial: 4, max: 16, extend_by: 2 },
    wall_clock_ms: 180_000,
    total_cost_usd: 10,
    done_judge: null,
    stall_diagnostics: TOOL_USING_STALL,
  },
  repair_diagnostics: TOOL_USING_MIRROR,
  left_out: leftOut({
    profile: "tool_using",
    reasoning_task: "code",
    models: "a frontier ladder",
    native_tool_fallback: "allow_once",
    "turn_policy.max_prose_chars": "30000",
    "turn_policy.allow_done_sentinel": "false",
  }),
})
