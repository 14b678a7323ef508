import { captain } from "./definition/original.ts"

export const releaseCaptain = captain("release_captain", "Takes a release from its checks to its notes.", {
  iteration_budget: { mode: "adaptive", initial: 8, max: 40, extend_by: 4 },
  wall_clock_ms: 300_000,
  total_cost_usd: 25,
})
