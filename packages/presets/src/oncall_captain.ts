import { captain } from "./definition/original.ts"

export const oncallCaptain = captain(
  "oncall_captain",
  "Triages an incident: reads, tries, reports.",
  {
    iteration_budget: { mode: "adaptive", initial: 6, max: 24, extend_by: 3 },
    wall_clock_ms: 180_000,
    total_cost_usd: 15,
  },
  { rate_limit: "50 tool calls" },
)
