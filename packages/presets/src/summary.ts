import { leftOut } from "./definition/original.ts"
import { definePreset } from "./definition/preset.ts"

export const summary = definePreset({
  name: "summary",
  description: "Sums up in one turn, without a sentinel, a judge or a stall detector.",
  options: {
    loop_until_done: false,
    done_sentinel: null,
    done_judge: null,
    max_nudges: 0,
    iteration_budget: { mode: "fixed", initial: 1, max: 1, extend_by: 0 },
    wall_clock_ms: 60_000,
    total_cost_usd: 1,
  },
  left_out: leftOut({
    profile: "completer",
    reasoning_task: "summarize",
    models: "a cheap ladder",
    "turn_policy.max_prose_chars": "8000",
    "turn_policy.allow_done_sentinel": "false",
  }),
})
