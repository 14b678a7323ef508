import { leftOut } from "./definition/original.ts"
import { definePreset } from "./definition/preset.ts"

export const verify = definePreset({
  name: "verify",
  description: "Checks a claim in up to five turns; a judge decides when it is done.",
  options: {
    loop_until_done: false,
    max_nudges: 0,
    iteration_budget: { mode: "adaptive", initial: 1, max: 5, extend_by: 1 },
    wall_clock_ms: 60_000,
    total_cost_usd: 1,
    done_judge: true,
  },
  left_out: leftOut({
    profile: "verifier",
    reasoning_task: "verify",
    models: "a cheap ladder",
    schema_retries: "3",
    "turn_policy.max_prose_chars": "12000",
    "turn_policy.allow_done_sentinel": "false",
  }),
})
