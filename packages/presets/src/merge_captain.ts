import { captain } from "./definition/original.ts"

export const mergeCaptain = captain(
  "merge_captain",
  "Sweeps through branches to merge: repair, validation and approval over many turns.",
  {
    iteration_budget: { mode: "adaptive", initial: 8, max: 60, extend_by: 4 },
    wall_clock_ms: 300_000,
    total_cost_usd: 25,
  },
  { consent: "only read, search, fetch and think without asking" },
)
