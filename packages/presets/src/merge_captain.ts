import { leftOut, TOOL_USING_MIRROR, TOOL_USING_STALL } from "./definition/original.ts"
import { definePreset } from "./definition/preset.ts"

export const mergeCaptain = definePreset({
  name: "merge_captain",
  description: "Sweeps through branches to merge: repair, validation and approval over many turns.",
  options: {
    loop_until_done: true,
    max_nudges: 3,
    iteration_budget: { mode: "adaptive", initial: 8, max: 60, extend_by: 4 },
    wall_clock_ms: 300_000,
    total_cost_usd: 25,
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
    consent: "only read, search, fetch and think without asking",
  }),
})
