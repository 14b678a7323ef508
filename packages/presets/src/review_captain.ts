import { captain } from "./definition/original.ts"

export const reviewCaptain = captain(
  "review_captain",
  "Reviews a change in depth and says what has to change.",
  {
    iteration_budget: { mode: "adaptive", initial: 6, max: 30, extend_by: 3 },
    wall_clock_ms: 240_000,
    total_cost_usd: 15,
  },
)
